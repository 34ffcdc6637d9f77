/** What is priced of a wish, what is sent of it, and what the vendor's models refuse. */
import { FaultError } from '@headgate/runtime/errors';
import { describe, expect, test } from 'vitest';
import { klingKinds } from '../../families/kling/kinds.ts';
import type { Reference, Wish } from '../../families/wish.ts';
import { resolveOrder } from './order.ts';
import type { KlingPath } from './paths.ts';
import { toCreate } from './to-create.ts';

const plain: Wish = { prompt: 'a mill', references: [], options: {} };
const url = 'https://files.example/a.png';
const bytes = Buffer.from('\x89PNG\r\n\x1a\n0000', 'latin1');

function image(role: Reference['role'], source: Reference['source'] = { url }): Reference {
  return { kind: 'image', role, source };
}

/** What a request of the vendor's own style becomes. */
function order(path: KlingPath, body: object, model: string) {
  const { wish } = klingKinds[path].read({ ...body });
  const { wish: resolved, usage } = resolveOrder({ ...wish, options: { ...wish.options, path } }, model);
  return { body: toCreate(resolved, model), usage: usage.metered };
}

function refusalOf(run: () => unknown) {
  try {
    run();
  } catch (error) {
    if (error instanceof FaultError) return error.fault;
    throw error;
  }
  throw new Error('it is taken');
}

describe('a wish of another dialect', () => {
  test.each([
    ['text', [], 'videos/text2video'],
    ['a first frame', [image('first_frame')], 'videos/image2video'],
    ['two frames', [image('first_frame'), image('last_frame')], 'videos/image2video'],
    ['references', [image('reference'), image('reference')], 'videos/multi-image2video'],
  ])('with %s goes to its path', (_name, references, path) => {
    const { wish } = resolveOrder({ ...plain, references }, 'kling-v1-6');
    expect(wish.options.path).toBe(path);
  });

  test.each([
    [{ resolution: '1080P' }, 'pro', '16:9'],
    [{ resolution: '720p', ratio: '1:1' }, 'std', '1:1'],
    [{ size: { width: 1_080, height: 1_920 } }, 'pro', '9:16'],
  ])('%j is sent as a mode and a ratio', (more, mode, ratio) => {
    const { wish, usage } = resolveOrder({ ...plain, ...more }, 'kling-v1-6');
    expect(toCreate(wish, 'kling-v1-6')).toMatchObject({ mode, aspect_ratio: ratio, duration: '5' });
    expect(usage.metered).toMatchObject([{ variant: mode, quantity: 5_000n }]);
  });

  test.each([
    [{ resolution: '480p' }, 'resolution'],
    [{ size: { width: 1_000, height: 1_000 } }, 'size'],
    [{ ratio: '21:9' }, 'aspect_ratio'],
    [{ references: [{ ...image('reference'), kind: 'video' as const }] }, 'image'],
    [{ references: [image('first_frame', { asset: 'asset://a' })] }, 'image'],
    [{ references: Array<Reference>(5).fill(image('reference')) }, 'images'],
    [{ references: [image('first_frame'), image('first_frame')] }, 'image'],
    [{ references: [image('first_frame'), image('last_frame'), image('last_frame')] }, 'image'],
    [{ references: [image('first_frame'), image('reference')] }, 'images'],
    [
      {
        references: [image('first_frame', { bytes: Buffer.alloc(10 * 1024 * 1024 + 1), type: 'image/png' })],
      },
      'image',
    ],
    [{ imageCount: 1, references: [image('reference')] }, 'images'],
  ])('%# that the vendor does not render is refused by its member', (more, param) => {
    const refusal = refusalOf(() => resolveOrder({ ...plain, ...more }, 'kling-v1-6'));
    expect(refusal).toMatchObject({ status: 400, param });
  });
});

test.each([
  ['kling-v1-6', '7', 'duration'],
  ['kling-v2-1', '15', 'duration'],
  ['kling-v1', '4k', 'mode'],
  ['kling-v2-6', 0.5, 'cfg_scale'],
  ['kling-v1-6', 'on', 'sound'],
])('%s does not take %j', (model, value, member) => {
  const run = () => order('videos/text2video', { prompt: 'a mill', [member]: value }, model);
  expect(refusalOf(run)).toMatchObject({ status: 400, param: member });
});

test('lengths are texts, and sound has a price of its own', () => {
  const asked = { prompt: 'a mill', duration: '15', mode: '4k', sound: 'on' };
  const { body, usage } = order('videos/text2video', asked, 'kling-v3');
  expect(body).toEqual({
    ...{ model_name: 'kling-v3', prompt: 'a mill', mode: '4k', sound: 'on' },
    ...{ duration: '15', aspect_ratio: '16:9' },
  });
  expect(usage).toMatchObject([{ variant: '4k:sound', quantity: 15_000n }]);
});

test('what stands before base64 is left out, and every file has its member', () => {
  const data = `data:image/png;base64,${bytes.toString('base64')}`;
  const bare = bytes.toString('base64');
  const points = [
    { x: 1, y: 2 },
    { x: 3, y: 4 },
  ];
  const asked = { image: data, static_mask: data, dynamic_masks: [{ mask: url, trajectories: points }] };
  expect(order('videos/image2video', asked, 'kling-v1-5').body).toMatchObject({
    image: bare,
    static_mask: bare,
    dynamic_masks: [{ mask: url, trajectories: points }],
  });
  const listed = { prompt: 'both', image_list: [{ image: data }, { image: url }] };
  expect(order('videos/multi-image2video', listed, 'kling-v1-6').body).toMatchObject({
    image_list: [{ image: bare }, { image: url }],
  });
});

test('scenes of two have a model and a mode, scenes of one have neither', () => {
  const one = { effect_scene: 'squish', input: { image: url } };
  expect(order('videos/effects', one, 'kling-v1-6').body).toEqual({
    effect_scene: 'squish',
    input: { image: url, duration: '5' },
  });
  const two = { effect_scene: 'hug', input: { images: [url, url], mode: 'pro', duration: '10' } };
  const { body, usage } = order('videos/effects', two, 'kling-v1-6');
  expect(body).toEqual({
    effect_scene: 'hug',
    input: { images: [url, url], duration: '10', model_name: 'kling-v1-6', mode: 'pro' },
  });
  expect(usage).toMatchObject([{ variant: 'effects:pro', quantity: 10_000n }]);
});

test.each([
  [1_024, 1_024, '1:1'],
  [768, 1_024, '3:4'],
])('an image of %ix%i is asked for by its ratio', (width, height, ratio) => {
  const asked = { ...plain, imageCount: 1, resolution: '1K', size: { width, height } };
  const { wish } = resolveOrder(asked, 'kling-v2');
  expect(toCreate(wish, 'kling-v2')).toMatchObject({ aspect_ratio: ratio, resolution: '1k' });
});

test('an image of another shape than the vendor has is refused', () => {
  const run = () =>
    resolveOrder({ ...plain, imageCount: 1, size: { width: 1_000, height: 300 } }, 'kling-v2');
  expect(refusalOf(run)).toMatchObject({ status: 400, param: 'size' });
});

test('images are sent and priced by number and resolution', () => {
  const { body, usage } = order('images/generations', { prompt: 'a mill', n: 4, image: url }, 'kling-v2');
  expect(body).toEqual({
    ...{ model_name: 'kling-v2', prompt: 'a mill', image: url },
    ...{ n: 4, resolution: '1k', aspect_ratio: '16:9' },
  });
  expect(usage).toMatchObject([{ variant: '1k:reference', quantity: 4n }]);
});
