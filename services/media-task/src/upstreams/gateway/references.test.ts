/** What goes to another gateway of this kind is what the client wished: its families read it alike. */
import { Media } from '@headgate/proto/gen/headgate/account/v1/account';
import { describe, expect, test } from 'vitest';
import type { VendorRequest } from '../../call/send.ts';
import type { Fields } from '../../families/fields.ts';
import { findFamily } from '../../families/index.ts';
import { toStoredWish, type Wish } from '../../families/wish.ts';
import { gateway } from '../gateway.ts';

const png = `data:image/png;base64,${Buffer.from('\x89PNG\r\n\x1a\n-', 'latin1').toString('base64')}`;
const address = (name: string): string => `https://files.test/${name}`;

const cases: [string, object][] = [
  ['V1', { seconds: '8', size: '1280x720', input_reference: png }],
  ['V2', { duration: 6, size: '1280x720', image: png }],
  ['V2', { size: '9:16', images: [address('1.png'), address('2.png')] }],
  ['V2', { images: [address('1.png'), address('2.png')], metadata: { mode: 'reference' } }],
  ['V2', { size: '16:9', metadata: { negativePrompt: 'rain', personGeneration: 'dont_allow' } }],
  ['V3', { duration: 2.5, aspect_ratio: '3:2', resolution: '720p', image: address('1.png') }],
  ['V3', { images: [address('1.png'), address('2.png')] }],
  [
    'V4',
    {
      duration: 5,
      aspect_ratio: '9:16',
      first_image_url: address('1.png'),
      last_image_url: address('2.png'),
      images: [address('3.png')],
      video: address('4.mp4'),
    },
  ],
  ['V5', { duration: 6, ratio: '21:9', resolution: '2K', first_image: address('1.png') }],
  ['V5', { referenceImages: [address('1.png')], referenceAudios: [address('2.mp3')] }],
  [
    'V6',
    {
      duration: 29,
      ratio: '1:1',
      referenceImages: [address('1.png')],
      referenceVideos: [address('2.mp4')],
      referenceAudios: [address('3.mp3')],
    },
  ],
  [
    'V7',
    {
      seconds: '7',
      content: [
        { type: 'image_url', image_url: { url: address('1.png') }, role: 'reference_image' },
        { type: 'video_url', video_url: { url: address('2.mp4') }, role: 'reference_video' },
      ],
    },
  ],
  [
    'V8',
    {
      aspect_ratio: '4:3',
      reference_image_urls: [address('1.png'), 'asset://mine'],
      reference_video_urls: [address('2.mp4')],
    },
  ],
  ['V9', { seconds: 4, first_frame_image: address('1.png'), last_frame_image: address('2.png') }],
  ['V10', { duration: 5, image: address('1.png'), metadata: { last_frame_url: address('2.png') } }],
  ['V10', { duration: 5, images: [address('1.png'), address('2.png')] }],
  ['V11', { duration: 10, image: address('1.png') }],
  [
    'kling',
    { duration: 5, aspect_ratio: '1:1', mode: 'pro', sound: 'on', cfg_scale: 0.4, negative_prompt: 'rain' },
  ],
  ['V2', { resolution: '1080p', aspect_ratio: '9:16' }],
  ['V4', { resolution: '4k' }],
  ['V8', { resolution: '480p' }],
  ['kling', { resolution: '1080p' }],
  ['kling', { mode: '4k', image: address('1.png'), image_tail: address('2.png') }],
  ['kling', { images: [address('1.png'), address('2.png')] }],
];

function read(name: string, fields: Fields): Wish {
  const family = findFamily(name);
  if (!family) throw new Error(`there is no family ${name}`);
  return { ...family.read({ prompt: 'a mill', ...fields }, Media.fromPartial({})), family: name };
}

async function bodyOf(wish: Wish): Promise<Fields> {
  const asked: VendorRequest[] = [];
  const account = {
    provider: 'gateway',
    baseUrl: 'https://other.test/v1',
    key: 'k',
    region: '',
    apiVersion: '',
  };
  const submission = { ...gateway.resolve(wish, 'm'), upstreamModel: 'm', clientRequestId: undefined };
  await gateway.submit(submission, account, async (request) => {
    asked.push(request);
    return { status: 200, headers: {}, body: Buffer.from('{"task_id":"t"}') };
  });
  return JSON.parse(String(asked[0]?.body));
}

describe('another gateway reads the same wish', () => {
  test.each(cases)('of %s: %j', async (name, fields) => {
    const { wish } = gateway.resolve(read(name, fields as Fields), 'm');
    const { size: _size, ...there } = toStoredWish(read(name, await bodyOf(wish)));
    expect(toStoredWish(wish)).toMatchObject(there);
    expect(there.secondsMs).toBe(wish.secondsMs);
    expect(there.options).toEqual(wish.options);
  });
});

test('scenes of V10 are refused: the other gateway would not be told of them', () => {
  const wish = read('V10', { metadata: { scene_type: 'motion_control' } });
  expect(() => gateway.resolve(wish, 'm')).toThrow('metadata');
});

test.each([
  [{}, 'std'],
  [{ mode: 'pro' }, 'pro'],
  [{ mode: 'pro', sound: 'on' }, 'pro:sound'],
])('what Kling shall render is priced and said by its mode: %j', async (fields, variant) => {
  const wish = read('kling', fields);
  expect(gateway.resolve(wish, 'm').usage.metered).toMatchObject([{ variant, quantity: 5_000n }]);
  expect(await bodyOf(wish)).toMatchObject({ mode: variant.split(':')[0] });
});

test.each([
  [{ resolution: '1080p' }, '1920x1080'],
  [{ resolution: '4k', aspect_ratio: '9:16' }, '2160x3840'],
  [{ resolution: '1080p', size: '720x1280' }, '1080x1920'],
])('V2 of %j is as large for a gateway that reads sizes alone', async (fields, size) => {
  expect(await bodyOf(read('V2', fields))).toMatchObject({ size });
});

test.each(['1080p', '1080P'])('V9 in %s is priced as its size in pixels is', async (resolution) => {
  const meteredOf = (fields: Fields) => gateway.resolve(read('V9', fields), 'm').usage.metered;
  expect(meteredOf({ resolution })).toEqual(meteredOf({ size: '1920x1080' }));
  expect(await bodyOf(read('V9', { resolution }))).toMatchObject({ resolution: '1080p' });
});
