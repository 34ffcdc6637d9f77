/** What each model renders: at a bound, and one beyond it. */
import { describe, expect, test } from 'vitest';
import { order, refusalOf } from './testing/vendor.ts';

const files = (count: number) =>
  Array.from({ length: count }, (_, index) => `https://files.example/${index}`);

describe('seconds', () => {
  test.each([
    ['GV-3.1', [8], [7, 9]],
    ['GV-3.1-lite', [8], [7, 9]],
    ['Hailuo-02', [6, 10], [5, 7, 9, 11]],
    ['Hailuo-2.3-fast', [6, 10], [5, 7, 9, 11]],
    ['Hailuo-H3', [4, 5, 14, 15], [3, 16]],
    ['Hunyuan-1.5', [5], [4, 6]],
    ['Jimeng-3.0pro', [5, 10], [4, 6, 9, 11]],
    ['Kling-1.6', [3, 4, 14, 15], [2, 16]],
    ['Kling-3.0-Omni', [3, 4, 14, 15], [2, 16]],
    ['Mingmou-1.0', [5], [4, 6]],
    ['OS-2.0', [4, 8, 12], [3, 5, 7, 9, 11, 13]],
    ['PixVerse-v6', [1, 2, 14, 15], [16]],
    ['Seedance-1.5-pro', [4, 5, 11, 12], [3, 13]],
    ['Vidu-q2', [1, 2, 9, 10], [11]],
    ['Vidu-q3-mix', [1, 2, 9, 10], [11]],
  ] as const)('%s renders %j', (model, taken, refused) => {
    for (const duration of taken) {
      expect(order('V10', model, { duration }).wish.secondsMs).toBe(duration * 1_000);
      expect(order('V10', model, { seconds: String(duration) }).wish.secondsMs).toBe(duration * 1_000);
    }
    for (const duration of refused) {
      const { status, param, message } = refusalOf('V10', model, { duration });
      expect({ status, param }).toEqual({ status: 400, param: 'duration' });
      expect(message).toContain(`duration is ${duration}`);
      const inMetadata = { metadata: { output_config: { duration } } };
      expect(refusalOf('V10', model, inMetadata).status).toBe(400);
    }
  });

  test.each([0, -1, 5.5, '5s', 'abc'])('of %j are none', (duration) => {
    const param = 'metadata.output_config.duration';
    const metadata = { output_config: { duration } };
    expect(refusalOf('V10', 'Kling-2.6', { metadata })).toMatchObject({ status: 400, param });
    expect(refusalOf('V10', 'Kling-2.6', { duration })).toMatchObject({ status: 400, param: 'duration' });
  });
});

test.each([
  ['GV-3.1', '720P', ['1080P'], ['480P', '4K']],
  ['Hailuo-2.3', '768P', ['1080P'], ['720P', '2K']],
  ['Hailuo-H3', '768P', ['2K'], ['1080P']],
  ['Hunyuan-1.5', '720P', ['1080P'], ['480P']],
  ['Jimeng-3.0pro', '720P', ['1080P'], ['480P']],
  ['Kling-3.0', '720P', ['1080P', '2K', '4K'], ['480P']],
  ['Mingmou-1.0', '720P', ['1080P'], ['480P']],
  ['OS-2.0', '720P', [], ['1080P']],
  ['PixVerse-c1', '720P', ['540P', '1080P', '2K', '4K'], ['480P']],
  ['Seedance-1.0-pro', '720P', ['480P', '1080P'], ['2K']],
  ['Vidu-q3', '720P', ['540P', '1080P'], ['480P', '2K']],
] as const)('%s renders %s unless asked for %j', (model, usual, others, refused) => {
  expect(order('V10', model, {}).wish.resolution).toBe(usual);
  for (const resolution of [usual, ...others]) {
    expect(order('V10', model, { resolution: resolution.toLowerCase() }).wish.resolution).toBe(resolution);
  }
  for (const resolution of refused) {
    expect(refusalOf('V10', model, { resolution })).toMatchObject({ status: 400, param: 'resolution' });
  }
});

test('pixels are a resolution and a ratio, or nothing that is rendered', () => {
  expect(order('V10', 'Kling-2.6', { size: '1080x1920' }).wish).toMatchObject({
    resolution: '1080P',
    ratio: '9:16',
  });
  for (const size of ['1280x719', '1280x853', '320x180']) {
    expect(refusalOf('V10', 'Kling-2.6', { size })).toMatchObject({ status: 400, param: 'size' });
  }
});

test.each([
  ['GV-3.1', '9:16', '1:1'],
  ['Kling-2.6', '1:1', '4:3'],
  ['PixVerse-v6', '21:9', '9:21'],
  ['Vidu-q2', '3:4', '21:9'],
  ['OS-2.0', '9:16', '1:1'],
])('%s renders %s and not %s', (model, taken, refused) => {
  expect(order('V10', model, { aspect_ratio: taken }).wish.ratio).toBe(taken);
  expect(order('V10', model, { size: taken }).wish.ratio).toBe(taken);
  expect(refusalOf('V10', model, { aspect_ratio: refused })).toMatchObject({ param: 'aspect_ratio' });
});

test.each([
  ['Kling-O1', 3],
  ['GV-3.1', 3],
  ['PixVerse-v6', 3],
  ['Vidu-q2', 7],
] as const)('%s takes %i images as references', (model, most) => {
  for (const count of [most - 1, most]) {
    expect(order('V10', model, { images: files(count) }).wish.references).toHaveLength(count);
  }
  const { param, message } = refusalOf('V10', model, { images: files(most + 1) });
  expect(param).toBe('images');
  expect(message).toContain(`${most + 1} reference images`);
});

describe('what is refused by name', () => {
  const motion = (file_infos: object[], more: object = {}) => ({
    metadata: { scene_type: 'motion_control', file_infos, ...more },
  });
  const image = { url: 'https://files.example/i' };
  const video = { url: 'https://files.example/v', category: 'Video' };

  test.each([
    ['a last frame alone', 'metadata.last_frame_url', { metadata: { last_frame_url: image.url } }],
    [
      'a last frame behind references',
      'metadata.last_frame_url',
      { images: files(2), metadata: { last_frame_url: image.url } },
    ],
    ['a scene of another model', 'metadata.scene_type', { metadata: { scene_type: 'template_effect' } }],
    ['a motion without a video', 'metadata.file_infos', motion([image])],
    [
      'a motion of two videos',
      'metadata.file_infos',
      motion([image, video, { ...video, url: `${video.url}2` }]),
    ],
    ['the length of a motion', 'duration', { ...motion([image, video]), duration: 5 }],
    [
      'a lip sync without faces',
      'metadata.ext_info',
      { metadata: { scene_type: 'lip_sync', ext_info: { session_id: 's' } } },
    ],
    ['a parameter that nobody priced', 'metadata.ext_info.mode', { metadata: { ext_info: { mode: 'pro' } } }],
    [
      'what is kept',
      'metadata.output_config.storage_mode',
      { metadata: { output_config: { storage_mode: 'Permanent' } } },
    ],
    [
      'what costs more',
      'metadata.output_config.enhance_switch',
      { metadata: { output_config: { enhance_switch: 'Enabled' } } },
    ],
    ['where it is kept', 'metadata.output_config.class_id', { metadata: { output_config: { class_id: 7 } } }],
    ['how long, behind the price’s back', 'metadata.duration', { metadata: { duration: 5 } }],
    [
      'a file without an address',
      'metadata.file_infos[0].url',
      { metadata: { file_infos: [{ type: 'Url' }] } },
    ],
    [
      'a file of no category',
      'metadata.file_infos[0].category',
      { metadata: { file_infos: [{ ...image, category: 'Text' }] } },
    ],
    [
      'a file of no usage',
      'metadata.file_infos[1].usage',
      { metadata: { file_infos: [image, { ...image, usage: 'Any' }] } },
    ],
    ['files that are no list', 'metadata.file_infos', { metadata: { file_infos: image } }],
    [
      'a subject at no address',
      'metadata.subject_infos[0].image_urls[0]',
      { metadata: { subject_infos: [{ image_urls: ['x y'] }] } },
    ],
    [
      'a switch between on and off',
      'metadata.output_config.audio_generation',
      { metadata: { output_config: { audio_generation: 'Maybe' } } },
    ],
  ] as const)('%s', (_what, param, fields) => {
    expect(refusalOf('V10', 'Kling-2.6', fields)).toMatchObject({
      status: 400,
      code: 'invalid_request',
      param,
    });
  });

  test('sound of a model without', () => {
    const metadata = { output_config: { audio_generation: true } };
    expect(refusalOf('V10', 'Hailuo-02', { metadata }).param).toBe('metadata.output_config.audio_generation');
  });

  test('files that are too large together', () => {
    const large = Buffer.concat([
      Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
      Buffer.alloc(7 * 1024 * 1024 - 8),
    ]);
    expect(order('V10', 'Kling-2.6', { image: large.toString('base64') }).wish.references).toHaveLength(1);
    const larger = Buffer.concat([large, Buffer.alloc(1)]).toString('base64');
    expect(refusalOf('V10', 'Kling-2.6', { image: larger })).toMatchObject({ param: 'images' });
  });
});
