/** Every cell of the specification's limits tables: at a bound, one below, one above. */
import { Media } from '@headgate/proto/gen/headgate/account/v1/account';
import { FaultError } from '@headgate/runtime/errors';
import { describe, expect, test } from 'vitest';
import type { Fields } from './fields.ts';
import { UploadedFile } from './fields.ts';
import { findFamily } from './index.ts';
import type { Wish } from './wish.ts';

function read(name: string, fields: Fields, traits: Partial<Media> = {}): Wish {
  const family = findFamily(name);
  if (!family) throw new Error(`there is no family ${name}`);
  return family.read({ prompt: 'a mill by a river', ...fields }, Media.fromPartial(traits));
}

/** The refusal of a body, which must be one. */
function refusalOf(name: string, fields: Fields, traits: Partial<Media> = {}) {
  try {
    read(name, fields, traits);
  } catch (error) {
    if (error instanceof FaultError) return error.fault;
    throw error;
  }
  throw new Error(`${name} takes ${JSON.stringify(fields)}`);
}

const addresses = (count: number, what = 'picture') =>
  Array.from({ length: count }, (_, index) => `https://files.example/${what}-${index}`);

describe('lengths', () => {
  const bounded = [
    ['V5', 'duration', 4, 15],
    ['V6', 'duration', 4, 29],
    ['V7', 'seconds', 4, 15],
    ['V8', 'duration', 4, 15],
    ['V9', 'seconds', 4, 11],
  ] as const;

  test.each(bounded)('%s takes %s from %i to %i', (name, member, min, max) => {
    for (const seconds of [min, min + 1, max - 1, max]) {
      expect(read(name, { [member]: seconds }).secondsMs).toBe(seconds * 1_000);
      expect(read(name, { [member]: String(seconds) }).secondsMs).toBe(seconds * 1_000);
    }
  });

  test.each(bounded)(
    '%s refuses %s outside of %i to %i, naming member, value and range',
    (name, member, min, max) => {
      for (const seconds of [min - 1, max + 1, min + 0.5, -min, 'abc', '5s', '1e1', '+5', true, [5]]) {
        const { status, param, message } = refusalOf(name, { [member]: seconds });
        expect({ status, param }).toEqual({ status: 400, param: member });
        expect(message).toContain(`from ${min} to ${max}`);
        expect(message).toContain(member);
      }
    },
  );

  test('V3 takes any number from 1, fractions included', () => {
    for (const seconds of [1, 1.5, 2.25, 15, 600]) {
      expect(read('V3', { duration: seconds }).secondsMs).toBe(seconds * 1_000);
    }
    expect(read('V3', { seconds: '7.5' }).secondsMs).toBe(7_500);
    for (const seconds of [0.999, 0, -1, 'NaN']) {
      expect(refusalOf('V3', { duration: seconds })).toMatchObject({ status: 400, param: 'duration' });
    }
  });

  test('nothing is so long that its price overflows', () => {
    expect(refusalOf('V3', { duration: 1e12 })).toMatchObject({ param: 'duration' });
  });

  test.each([
    ['V1', 'seconds'],
    ['V2', 'duration'],
    ['V3', 'duration'],
    ['V5', 'duration'],
    ['V7', 'seconds'],
    ['V9', 'seconds'],
  ] as const)('%s lets its own member %s win where both are given', (name, native) => {
    const other = native === 'seconds' ? 'duration' : 'seconds';
    expect(read(name, { [native]: 8, [other]: 6 }).secondsMs).toBe(8_000);
    expect(read(name, { [other]: 6 }).secondsMs).toBe(6_000);
  });
});

describe('ratios', () => {
  const closed = [
    ['V3', 'aspect_ratio', ['1:1', '16:9', '9:16', '4:3', '3:4', '3:2', '2:3']],
    ['V4', 'aspect_ratio', ['16:9', '9:16']],
    ['V5', 'ratio', ['16:9', '9:16', '1:1', '21:9', '4:3', '3:4']],
    ['V6', 'ratio', ['16:9', '9:16', '1:1', '21:9']],
    ['V7', 'ratio', ['21:9', '16:9', '4:3', '1:1', '3:4', '9:16', 'adaptive']],
  ] as const;

  test.each(closed)('%s takes %s of %j alone', (name, member, words) => {
    for (const word of words) expect(read(name, { [member]: word }).ratio).toBe(word);
    for (const word of ['5:4', '16-9', '16:10']) {
      expect(refusalOf(name, { [member]: word })).toMatchObject({ status: 400, param: member });
    }
  });
});

describe('resolutions', () => {
  const closed = [
    ['V3', ['480p', '720p', '1080p']],
    ['V5', ['768P', '2K']],
    ['V6', ['480p', '720p']],
  ] as const;

  test.each(closed)('%s takes %j in any case, written as the list has it', (name, words) => {
    for (const word of words) {
      expect(read(name, { resolution: word.toUpperCase() }).resolution).toBe(word);
      expect(read(name, { resolution: word.toLowerCase() }).resolution).toBe(word);
    }
    expect(refusalOf(name, { resolution: '4321p' })).toMatchObject({ status: 400, param: 'resolution' });
  });

  test('V5 renders 768P where nobody says otherwise, and reads three members', () => {
    expect(read('V5', {}).resolution).toBe('768P');
    expect(read('V5', { video_resolution: '2k' }).resolution).toBe('2K');
    expect(read('V5', { size: '2K' }).resolution).toBe('2K');
    expect(read('V5', { size: '2048x1152' }).resolution).toBe('2K');
    expect(read('V5', { size: '2047x1152' }).resolution).toBe('768P');
    expect(read('V5', { resolution: '768P', size: '2K' }).resolution).toBe('768P');
    expect(refusalOf('V5', { size: 'large' })).toMatchObject({ param: 'size' });
  });

  test('V7 takes capitals, and sends what the vendor knows', () => {
    expect(read('V7', { resolution: '480P' }).resolution).toBe('480p');
    expect(read('V7', { resolution: '720p' }).resolution).toBe('720p');
    expect(refusalOf('V7', { resolution: '1080P' })).toMatchObject({ param: 'resolution' });
  });

  test('V11 renders what the model’s name says, and contradicts whoever asks for more', () => {
    const traits = { resolution: '720p' };
    expect(read('V11', {}, traits).resolution).toBe('720p');
    expect(read('V11', { resolution: '720P' }, traits).resolution).toBe('720p');
    expect(refusalOf('V11', { resolution: '1080p' }, traits)).toMatchObject({ param: 'resolution' });
  });
});

describe('references', () => {
  const counted = [
    ['V4', {}, 'images', 5],
    ['V5', { tier: 'standard' }, 'referenceImages', 5],
    ['V5', { tier: 'pro' }, 'referenceImages', 9],
    ['V6', {}, 'referenceImages', 30],
    ['V6', {}, 'referenceVideos', 10],
    ['V6', {}, 'referenceAudios', 10],
    ['V8', {}, 'reference_image_urls', 9],
    ['V8', {}, 'reference_video_urls', 3],
    ['V8', {}, 'reference_audio_urls', 3],
  ] as const;

  test.each(counted)('%s %j takes %s up to %i', (name, traits, member, most) => {
    expect(read(name, { [member]: addresses(most) }, traits).references).toHaveLength(most);
    const { status, param, message } = refusalOf(name, { [member]: addresses(most + 1) }, traits);
    expect({ status, param }).toEqual({ status: 400, param: member });
    expect(message).toContain(String(most + 1));
  });

  test('the same source named twice counts once', () => {
    const five = addresses(5);
    expect(read('V4', { images: [...five, ...five] }).references).toHaveLength(5);
  });

  test('V5 standard takes no video, and pro takes one', () => {
    const one = { referenceVideos: addresses(1, 'film') };
    expect(refusalOf('V5', one)).toMatchObject({ param: 'referenceVideos' });
    expect(read('V5', one, { tier: 'pro' }).references).toHaveLength(1);
    const two = { referenceVideos: addresses(2, 'film') };
    expect(refusalOf('V5', two, { tier: 'pro' })).toMatchObject({ param: 'referenceVideos' });
  });

  test('V5 takes three sounds, and none without an image', () => {
    const image = { referenceImages: addresses(1) };
    expect(read('V5', { ...image, referenceAudios: addresses(3, 'sound') }).references).toHaveLength(4);
    expect(refusalOf('V5', { ...image, referenceAudios: addresses(4, 'sound') })).toMatchObject({
      param: 'referenceAudios',
    });
    expect(refusalOf('V5', { referenceAudios: addresses(1, 'sound') }).message).toContain(
      'needs at least one image',
    );
    expect(
      read('V5', { first_image: 'https://files.example/a', referenceAudios: addresses(1, 'sound') })
        .references,
    ).toHaveLength(2);
  });

  const png = `data:image/png;base64,${Buffer.from('\x89PNG\r\n\x1a\n0000', 'latin1').toString('base64')}`;

  test('V6, V7 and V8 take addresses and no base64', () => {
    expect(refusalOf('V6', { referenceImages: [png] })).toMatchObject({ param: 'referenceImages' });
    expect(refusalOf('V8', { first_image: png })).toMatchObject({ param: 'first_image' });
    const content = [{ type: 'image_url', image_url: { url: png }, role: 'first_frame' }];
    expect(refusalOf('V7', { content })).toMatchObject({ param: 'content' });
  });

  test('V8 takes files of the vendor’s library by their address', () => {
    const [reference] = read('V8', { first_image: 'asset://asset-2026_ab' }).references;
    expect(reference).toMatchObject({
      kind: 'image',
      role: 'first_frame',
      source: { asset: 'asset://asset-2026_ab' },
    });
    expect(refusalOf('V8', { first_image: 'asset://no spaces' })).toMatchObject({ param: 'first_image' });
  });

  test('V8 merges what comes under several names', () => {
    const [one, two] = addresses(2, 'film');
    const { references } = read('V8', { reference_video_url: one, reference_video_urls: [one, two] });
    expect(references.map(({ source }) => source)).toEqual([{ url: one }, { url: two }]);
  });

  test('V4 takes the first of three names for its video', () => {
    const [one, two] = addresses(2, 'film');
    const { references } = read('V4', { video_url: one, input_video: two });
    expect(references).toMatchObject([{ kind: 'video', role: 'reference', source: { url: one } }]);
  });

  test('V4 takes a video of 15 MB, and not a byte more', () => {
    const film = (size: number): string => {
      const bytes = Buffer.alloc(size);
      bytes.write('ftypisom', 4, 'latin1');
      return `data:video/mp4;base64,${bytes.toString('base64')}`;
    };
    const most = 15 * 1024 * 1024;
    for (const size of [most - 1, most]) expect(read('V4', { video: film(size) }).references).toHaveLength(1);
    const { param, message } = refusalOf('V4', { video: film(most + 1) });
    expect(param).toBe('video');
    expect(message).toContain(String(most + 1));
  });

  test('V1 takes one first frame, under whichever name', () => {
    for (const name of ['input_reference', 'image', 'images']) {
      expect(read('V1', { [name]: png }).references).toMatchObject([{ role: 'first_frame' }]);
    }
    expect(refusalOf('V1', { images: addresses(2) })).toMatchObject({ param: 'input_reference' });
    const file = new UploadedFile(Buffer.from('\xff\xd8\xff0000', 'latin1'), 'image/jpeg');
    expect(read('V1', { input_reference: file }).references).toMatchObject([
      { source: { type: 'image/jpeg' } },
    ]);
  });

  test('V2 makes frames of one or two images, and of three references, which are landscape', () => {
    expect(read('V2', { image: addresses(1) }).references.map(({ role }) => role)).toEqual(['first_frame']);
    const two = read('V2', { images: addresses(2) });
    expect(two.references.map(({ role }) => role)).toEqual(['first_frame', 'last_frame']);
    const three = read('V2', { input_reference: addresses(3) });
    expect(three).toMatchObject({ ratio: '16:9' });
    expect(three.references.every(({ role }) => role === 'reference')).toBe(true);
    expect(refusalOf('V2', { input_reference: addresses(3), aspect_ratio: '9:16' })).toMatchObject({
      param: 'size',
    });
    expect(refusalOf('V2', { images: addresses(4) })).toMatchObject({ param: 'input_reference' });
    const one = { image: addresses(1), metadata: { last_frame: 'https://files.example/last' } };
    expect(read('V2', one).references.map(({ role }) => role)).toEqual(['first_frame', 'last_frame']);
  });

  test('V3 takes an image or references, and its variant one image alone', () => {
    expect(read('V3', { image: addresses(1) }).references).toMatchObject([{ role: 'first_frame' }]);
    expect(read('V3', { images: addresses(7) }).references).toHaveLength(7);
    expect(refusalOf('V3', { image: addresses(1), images: addresses(2, 'other') })).toMatchObject({
      param: 'images',
    });
    const traits = { variant: 'single_image' };
    expect(read('V3', { images: addresses(1) }, traits).references).toMatchObject([{ role: 'first_frame' }]);
    expect(refusalOf('V3', { images: addresses(2) }, traits)).toMatchObject({ param: 'images' });
  });

  test('V7 reads parts with roles, and mixes no frames with references', () => {
    const part = (role: string, index = 0) => ({
      type: 'image_url',
      image_url: { url: `https://files.example/${role}-${index}` },
      role,
    });
    const content = [{ type: 'text', text: 'from the content' }, part('first_frame'), part('last_frame')];
    const { prompt, references } = read('V7', { prompt: undefined, content });
    expect(prompt).toBe('from the content');
    expect(references.map(({ role }) => role)).toEqual(['first_frame', 'last_frame']);
    expect(refusalOf('V7', { content: [part('first_frame'), part('reference_image')] }).message).toContain(
      'frames',
    );
    const nine = Array.from({ length: 9 }, (_, index) => part('reference_image', index));
    expect(read('V7', { content: nine }).references).toHaveLength(9);
    expect(refusalOf('V7', { content: [...nine, part('reference_image', 9)] })).toMatchObject({
      param: 'content',
    });
    expect(refusalOf('V7', { content: [part('middle_frame')] }).message).toContain('role');
  });

  test('V9 takes two frames by address, the last not without the first, and no references', () => {
    const [one, two] = addresses(2);
    const { references } = read('V9', { first_frame_image: one, last_frame_image: two });
    expect(references.map(({ role }) => role)).toEqual(['first_frame', 'last_frame']);
    expect(refusalOf('V9', { last_frame_image: two })).toMatchObject({ param: 'last_frame_image' });
    expect(refusalOf('V9', { first_frame_image: png })).toMatchObject({ param: 'first_frame_image' });
    expect(refusalOf('V9', { images: [one] })).toMatchObject({ param: 'images' });
  });

  test('V11 takes one image', () => {
    expect(read('V11', { image: addresses(1) }).references).toHaveLength(1);
    expect(refusalOf('V11', { images: addresses(2) })).toMatchObject({ param: 'image' });
  });

  test.each([
    ['no address', 'ftp://files.example/a'],
    ['a user name in it', 'https://me:secret@files.example/a'],
    ['bytes that are no image', `data:image/png;base64,${Buffer.from('<svg/>').toString('base64')}`],
    ['a number', 7],
    ['an object without an address', { image: 'x' }],
  ])('refuses a reference that is %s', (_what, value) => {
    expect(refusalOf('V1', { input_reference: value })).toMatchObject({
      status: 400,
      param: 'input_reference',
    });
  });
});

describe('metadata', () => {
  test.each(['model', 'duration', 'seconds', 'resolution', 'size', 'n', 'callback_url', 'notify_hook'])(
    'does not say %s behind the price’s back',
    (name) => {
      expect(refusalOf('V2', { metadata: { [name]: 1 } })).toMatchObject({ param: `metadata.${name}` });
    },
  );

  test('passes what its family knows, and leaves out the rest', () => {
    expect(read('V2', { metadata: { negativePrompt: 'fog', other: 1 } }).options).toEqual({
      negativePrompt: 'fog',
    });
  });
});

const all = ['V1', 'V2', 'V3', 'V4', 'V5', 'V6', 'V7', 'V8', 'V9', 'V10', 'V11', 'image-task'];

test.each(all)('%s needs a prompt', (name) => {
  for (const prompt of [undefined, '', '   ', 7]) {
    const fault = refusalOf(name, { prompt });
    expect(fault).toMatchObject({
      status: 400,
      code: 'invalid_request',
      param: 'prompt',
      type: 'headgate_api_error',
    });
  }
});
