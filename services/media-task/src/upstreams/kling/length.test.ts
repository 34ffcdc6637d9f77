/** Videos that come with files of their own: what is sent, held, and billed once the vendor has said how long they are. */
import { FaultError } from '@headgate/runtime/errors';
import { describe, expect, test } from 'vitest';
import { klingKinds } from '../../families/kling/kinds.ts';
import { toStoredWish } from '../../families/wish.ts';
import { resolveOrder } from './order.ts';
import type { KlingPath } from './paths.ts';
import { readTask } from './read-task.ts';
import { toCreate } from './to-create.ts';

const url = 'https://files.example/a.png';

function order(path: KlingPath, body: object, model: string) {
  const { wish } = klingKinds[path].read({ ...body });
  const { wish: resolved, usage } = resolveOrder({ ...wish, options: { ...wish.options, path } }, model);
  const [held] = usage.metered;
  const end = (duration?: string) => {
    const task_result = { videos: [{ id: 'f1', url, duration }] };
    const asked = { wish: toStoredWish(resolved), usage };
    const report = readTask({ task_status: 'succeed', task_result }, asked);
    return report.kind === 'succeeded' ? report.usage?.metered[0]?.quantity : undefined;
  };
  return { body: toCreate(resolved, model), variant: held?.variant, held: held?.quantity, end };
}

const omni = (more: object, model = 'kling-video-o1') =>
  order('videos/omni-video', { prompt: 'a mill', ...more }, model);
const video = (refer_type: string) => ({ video_list: [{ video_url: url, refer_type }] });
const start = { image_list: [{ image_url: url, type: 'first_frame' }] };

describe('a video of whatever comes along', () => {
  test.each<[string, object, string, number]>([
    ['from a text', {}, 'pro', 5],
    ['in a mode', { mode: 'std', duration: '10' }, 'std', 10],
    ['of an image', { duration: '7', image_list: [{ image_url: url }] }, 'pro', 7],
    ['of an element', { duration: '3', element_list: [{ element_id: 7 }] }, 'pro', 3],
    ['beside a video', { duration: '4', mode: 'std', ...video('feature') }, 'std:video', 4],
    ['that is edited', { duration: '4', mode: 'std', ...video('base') }, 'std:video', 10],
  ])('%s has its price, and is held for as long as it can be', (_what, more, variant, seconds) => {
    expect(omni(more)).toMatchObject({ variant, held: BigInt(seconds * 1_000) });
  });

  test('has sound and four times the pixels by a newer model', () => {
    const asked = { duration: '15', mode: '4k', sound: 'on' };
    expect(omni(asked, 'kling-v3-omni')).toMatchObject({ variant: '4k:sound', held: 15_000n });
  });

  test.each<[object, string]>([
    [{ duration: '11', image_list: [{ image_url: url }] }, 'duration'],
    [{ duration: '7' }, 'duration'],
    [{ duration: '7', ...start }, 'duration'],
    [{ mode: '4k' }, 'mode'],
    [{ sound: 'on' }, 'sound'],
  ])('%j is refused by its member', (more, param) => {
    expect(() => omni(more)).toThrow(
      expect.toSatisfy((error) => error instanceof FaultError && error.fault.param === param),
    );
  });

  test('is sent as it was priced', () => {
    const list = {
      image_list: [
        { image_url: url, type: 'first_frame' },
        { image_url: url, type: 'end_frame' },
      ],
    };
    expect(omni({ ...list, element_list: [{ element_id: '7' }] }).body).toEqual({
      ...{ model_name: 'kling-video-o1', prompt: 'a mill', mode: 'pro', duration: '5' },
      ...list,
      element_list: [{ element_id: '7' }],
    });
    expect(omni(video('feature')).body).toMatchObject({
      aspect_ratio: '16:9',
      duration: '5',
      ...video('feature'),
    });
  });

  test('says no length and no shape where it is edited', () => {
    expect(omni({ duration: '5', ...video('base') }).body).toEqual({
      ...{ model_name: 'kling-video-o1', prompt: 'a mill', mode: 'pro' },
      ...video('base'),
    });
  });
});

const motion = (character_orientation: string) =>
  order(
    'videos/motion-control',
    { image_url: url, video_url: url, character_orientation, mode: 'std', keep_original_sound: 'no' },
    'kling-v2-6',
  );
const avatar = () =>
  order('videos/avatar/image2video', { image: url, audio_id: 'a', prompt: 'she smiles' }, 'kling-avatar');

describe('a video as long as a file', () => {
  test('is sent in members of its own', () => {
    expect(motion('video').body).toEqual({
      ...{ model_name: 'kling-v2-6', image_url: url, video_url: url, character_orientation: 'video' },
      ...{ mode: 'std', keep_original_sound: 'no' },
    });
    expect(avatar().body).toEqual({ image: url, audio_id: 'a', prompt: 'she smiles', mode: 'std' });
  });

  test('holds the longest that is taken', () => {
    expect(motion('image')).toMatchObject({ variant: 'motion-control:std', held: 10_000n });
    expect(motion('video')).toMatchObject({ variant: 'motion-control:std', held: 30_000n });
    expect(avatar()).toMatchObject({ variant: 'avatar:std', held: 300_000n });
  });

  test.each([
    ['7.4', 7],
    ['7.5', 8],
    ['0.2', 1],
    ['30.1', 30],
    ['31', 30],
  ])('that has become %s seconds long is billed %d seconds', (duration, seconds) => {
    expect(motion('video').end(duration)).toBe(BigInt(seconds * 1_000));
  });

  test('of which the vendor says no length is billed what was held', () => {
    expect(motion('video').end()).toBeUndefined();
  });

  test('is told from one whose length was asked for', () => {
    expect(omni(video('base')).end('3.1')).toBe(3_000n);
    expect(omni(video('feature')).end('3.1')).toBeUndefined();
  });
});
