/** What each kind of request takes and refuses: members, values and ranges. */
import { FaultError } from '@headgate/runtime/errors';
import { describe, expect, test } from 'vitest';
import type { KlingPath } from '../../upstreams/kling/paths.ts';
import { type KlingAsk, klingKinds } from './kinds.ts';

const url = 'https://files.example/a.png';
const png = Buffer.from('\x89PNG\r\n\x1a\n0000', 'latin1').toString('base64');
const mp4 = Buffer.from('\0\0\0\x18ftypmp42\0\0\0\0mp42isom', 'latin1').toString('base64');
const speech = { mode: 'text2video', text: 'Hello', voice_id: 'v' };

/** A body of each kind that is complete. */
const good: Record<KlingPath, object> = {
  'videos/text2video': { prompt: 'a mill' },
  'videos/image2video': { image: url },
  'videos/multi-image2video': { prompt: 'a mill', image_list: [{ image: url }] },
  'videos/omni-video': { prompt: '<<<video_1>>> at night' },
  'videos/motion-control': { image_url: url, video_url: url, character_orientation: 'image', mode: 'std' },
  'videos/avatar/image2video': { image: url, sound_file: url },
  'videos/video-extend': { video_id: 'task_1' },
  'videos/lip-sync': { input: { video_id: 'task_1', ...speech } },
  'videos/effects': { effect_scene: 'squish', input: { image: url } },
  'images/generations': { prompt: 'a mill' },
  'images/kolors-virtual-try-on': { human_image: url },
};

function read(path: KlingPath, more: object = {}): KlingAsk {
  return klingKinds[path].read({ ...good[path], ...more });
}

function refusalOf(path: KlingPath, more: object) {
  try {
    read(path, more);
  } catch (error) {
    if (error instanceof FaultError) return error.fault;
    throw error;
  }
  throw new Error(`${path} takes ${JSON.stringify(more)}`);
}

const films = ['videos/text2video', 'videos/image2video', 'videos/multi-image2video'] as const;
const text = (length: number): string => 'x'.repeat(length);
const shot = (duration: string) => ({ prompt: 'a mill', duration });
const couple = { effect_scene: 'hug', input: { images: [url, url] } };

test.each(Object.keys(good) as KlingPath[])('%s takes what it needs, and nothing less', (path) => {
  expect(read(path).wish).toMatchObject({ options: expect.any(Object) });
  for (const member of Object.keys(good[path])) {
    const { status, param, message } = refusalOf(path, { [member]: undefined });
    expect(status).toBe(400);
    expect(param).toContain(member);
    expect(message).toContain(member);
  }
});

describe.each(films)('%s', (path) => {
  test.each([
    ['prompt', 'x', text(2_501)],
    ['prompt', text(2_500), 5],
    ['negative_prompt', text(2_500), text(2_501)],
    ['duration', '3', '2'],
    ['duration', '15', '16'],
    ['duration', 10, '5.5'],
    ['duration', '5', '5s'],
    ['mode', 'std', 'fast'],
    ['mode', 'pro', 1],
    ['mode', '4k', '8k'],
    ['aspect_ratio', '16:9', '4:3'],
    ['aspect_ratio', '9:16', '9-16'],
    ['aspect_ratio', '1:1', 1],
    ['cfg_scale', 0, -0.01],
    ['cfg_scale', 1, 1.01],
    ['cfg_scale', 0.5, 'much'],
    ['sound', 'on', 'loud'],
    ['sound', 'off', true],
    ['watermark_info', { enabled: true }, 'yes'],
  ])('takes %s as %j and not as %j', (member, taken, refused) => {
    read(path, { [member]: taken });
    const { status, param, message } = refusalOf(path, { [member]: refused });
    expect({ status, param }).toEqual({ status: 400, param: member });
    expect(message).toContain(member);
  });

  test('reads lengths in milliseconds, and leaves open what the vendor decides', () => {
    expect(read(path, { duration: '10' }).wish.secondsMs).toBe(10_000);
    expect(read(path).wish).not.toHaveProperty('secondsMs');
  });

  test('has the model that the request names', () => {
    expect(read(path, { model_name: 'kling-v3' }).model).toBe('kling-v3');
    expect(read(path).model).toBeUndefined();
    expect(klingKinds[path].model).toMatch(/^kling-v1/);
  });

  test('moves its camera by a name, or along one axis', () => {
    const control = (value: object) => ({ camera_control: value });
    const simple = (config: object) => control({ type: 'simple', config });
    expect(read(path, simple({ pan: -10, zoom: 0 })).wish.options.camera_control).toEqual({
      type: 'simple',
      config: { pan: -10 },
    });
    read(path, control({ type: 'down_back' }));
    for (const config of [{}, { pan: 11 }, { pan: 1, zoom: 1 }, { pan: 'left' }]) {
      expect(refusalOf(path, simple(config)).param).toBe('camera_control.config');
    }
    expect(refusalOf(path, control({ type: 'wild' })).param).toBe('camera_control.type');
  });

  test('has several shots that last as long as it', () => {
    const shots = (...multi_prompt: object[]) => ({
      ...{ multi_shot: true, shot_type: 'customize', duration: '5', multi_prompt },
    });
    expect(read(path, shots(shot('2'), shot('3'))).wish.options.multi_prompt).toEqual([
      { index: 1, prompt: 'a mill', duration: '2' },
      { index: 2, prompt: 'a mill', duration: '3' },
    ]);
    expect(refusalOf(path, shots(shot('2'), shot('2')))).toMatchObject({ param: 'multi_prompt' });
    expect(refusalOf(path, shots())).toMatchObject({ param: 'multi_prompt' });
    expect(refusalOf(path, shots(...Array(7).fill(shot('1'))))).toMatchObject({ param: 'multi_prompt' });
    expect(refusalOf(path, shots({ prompt: text(513), duration: '5' })).param).toBe('multi_prompt[0].prompt');
    expect(refusalOf(path, { multi_shot: true })).toMatchObject({ param: 'shot_type' });
  });
});

describe('files', () => {
  test.each([
    ['videos/image2video', (image: unknown) => ({ image }), 'image'],
    ['videos/image2video', (image: unknown) => ({ image_tail: image }), 'image_tail'],
    [
      'videos/multi-image2video',
      (image: unknown) => ({ image_list: [{ image: url }, { image }] }),
      'image_list[1].image',
    ],
    ['videos/effects', (image: unknown) => ({ input: { image } }), 'input.image'],
    ['images/generations', (image: unknown) => ({ image }), 'image'],
    ['images/kolors-virtual-try-on', (image: unknown) => ({ human_image: image }), 'human_image'],
  ] as const)('%s: %s is an address or base64, with or without its type', (path, body, param) => {
    for (const image of [url, png, `data:image/png;base64,${png}`]) read(path, body(image));
    const names = ['asset://film-1', 'nothing', 'data:image/png,x', 'https://me:pass@files.example/a', 5];
    for (const image of names) expect(refusalOf(path, body(image))).toMatchObject({ status: 400, param });
  });

  test('a video has one to four images', () => {
    const images = (count: number) => ({ image_list: Array(count).fill({ image: url }) });
    expect(read('videos/multi-image2video', images(4)).wish.references).toHaveLength(4);
    for (const count of [0, 5])
      expect(refusalOf('videos/multi-image2video', images(count)).param).toBe('image_list');
  });

  test('frames, masks and the camera are not taken together', () => {
    const masks = {
      dynamic_masks: [
        {
          mask: url,
          trajectories: [
            { x: 1, y: 1 },
            { x: 2, y: 2 },
          ],
        },
      ],
    };
    read('videos/image2video', { static_mask: url, ...masks });
    read('videos/image2video', { image: undefined, image_tail: url });
    expect(refusalOf('videos/image2video', { image_tail: url, static_mask: url }).param).toBe('image_tail');
    const camera = { camera_control: { type: 'down_back' } };
    expect(refusalOf('videos/image2video', { ...masks, ...camera }).param).toBe('image_tail');
    const short = { dynamic_masks: [{ mask: url, trajectories: [{ x: 1, y: 1 }] }] };
    expect(refusalOf('videos/image2video', short).param).toBe('dynamic_masks[0].trajectories');
  });
});

describe('what goes on from a video', () => {
  test('names one of the caller’s own', () => {
    expect(read('videos/video-extend').source).toEqual({ param: 'video_id', id: 'task_1' });
    expect(read('videos/lip-sync').source).toEqual({ param: 'input.video_id', id: 'task_1' });
  });

  test.each([
    [{ ...speech }, 'input.video_id'],
    [{ ...speech, video_id: 'v', video_url: url }, 'input.video_id'],
    [{ ...speech, video_url: 'asset://film-1' }, 'input.video_url'],
    [{ ...speech, video_url: mp4 }, 'input.video_url'],
    [{ ...speech, video_id: 'v', mode: 'song' }, 'input.mode'],
    [{ ...speech, video_id: 'v', text: text(121) }, 'input.text'],
    [{ ...speech, video_id: 'v', voice_id: '' }, 'input.voice_id'],
    [{ ...speech, video_id: 'v', voice_speed: 0.7 }, 'input.voice_speed'],
    [{ ...speech, video_id: 'v', voice_speed: 2.1 }, 'input.voice_speed'],
    [{ ...speech, video_id: 'v', voice_language: 'fr' }, 'input.voice_language'],
    [{ video_id: 'v', mode: 'audio2video' }, 'input.audio_type'],
    [{ video_id: 'v', mode: 'audio2video', audio_type: 'url' }, 'input.audio_url'],
    [{ video_id: 'v', mode: 'audio2video', audio_type: 'file', audio_file: url }, 'input.audio_file'],
  ])('lips do not move to %j', (input, param) => {
    expect(refusalOf('videos/lip-sync', { input })).toMatchObject({ status: 400, param });
  });

  test('a video at an address is taken to be as long as the vendor takes any', () => {
    expect(read('videos/lip-sync', { input: { ...speech, video_url: url } }).wish.secondsMs).toBe(10_000);
  });
});

describe('effects', () => {
  test('have one image, or two and a mode', () => {
    expect(read('videos/effects').wish).toMatchObject({
      secondsMs: 5_000,
      options: { effect_scene: 'squish' },
    });
    const { wish } = read('videos/effects', couple);
    expect(wish).toMatchObject({ options: { effect_scene: 'hug', mode: 'std' } });
    expect(wish.references).toHaveLength(2);
    expect(refusalOf('videos/effects', { ...couple, input: { images: [url] } }).param).toBe('input.images');
    expect(refusalOf('videos/effects', { effect_scene: 'hug' }).param).toBe('input.images');
  });

  test.each(['4', '6', '7.5', '11', 'long'])('do not last %s seconds', (duration) => {
    const input = { image: url, duration };
    expect(refusalOf('videos/effects', { input }).param).toMatch(/duration$/);
  });
});

test.each([
  ['n', 1, 0],
  ['n', 9, 10],
  ['n', 2, 1.5],
  ['resolution', '1k', '4k'],
  ['resolution', '2K', '720p'],
  ['aspect_ratio', '21:9', '5:4'],
  ['image_reference', 'face', 'style'],
  ['image_fidelity', 0, -0.1],
  ['image_fidelity', 1, 1.1],
  ['human_fidelity', 0.5, 2],
  ['prompt', text(2_500), text(2_501)],
])('images take %s as %j and not as %j', (member, taken, refused) => {
  read('images/generations', { [member]: taken });
  expect(refusalOf('images/generations', { [member]: refused })).toMatchObject({
    status: 400,
    param: member,
  });
});
