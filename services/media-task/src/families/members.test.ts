/** How families read their members; every cell of the limits tables is in `../routes/limits.test.ts`. */
import { Media } from '@headgate/proto/gen/headgate/account/v1/account';
import { FaultError } from '@headgate/runtime/errors';
import { describe, expect, test } from 'vitest';
import { filmFamilies } from '../testing/film-families.ts';
import type { Fields } from './fields.ts';
import { UploadedFile } from './fields.ts';
import { findFamily } from './index.ts';
import { commonNames, fileMembers } from './members/refuse-unread.ts';
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

describe('resolutions', () => {
  test('V5 reads three members, the first of them first', () => {
    expect(read('V5', { video_resolution: '2k' }).resolution).toBe('2K');
    expect(read('V5', { size: '2K' }).resolution).toBe('2K');
    expect(read('V5', { resolution: '768P', size: '2K' }).resolution).toBe('768P');
  });

  test.each([
    ['V1', {}, '720P', '1080p'],
    ['V1', { size: '1024x1792' }, '1024p', '720p'],
    ['V9', { size: '1920x1080' }, '1080p', '720p'],
  ])(
    '%s of %j says in its size how large a film is: %s is no news, and %s refused',
    (name, of, same, other) => {
      expect(read(name, { ...of, resolution: same })).toEqual(read(name, of));
      expect(refusalOf(name, { ...of, resolution: other })).toMatchObject({ param: 'resolution' });
    },
  );

  test('V10 is priced alike, however a resolution is written', () => {
    expect(read('V10', { resolution: '720P' })).toEqual(read('V10', { resolution: '720p' }));
    const config = { metadata: { output_config: { resolution: '4K' } } };
    expect(read('V10', config).resolution).toBe('4k');
  });

  test('V9 without a size, Kling’s models without a mode, and tasks of images pass on what is asked', () => {
    expect(read('V9', { resolution: '768P' })).toEqual(read('V9', { resolution: '768p' }));
    expect(read('kling', { resolution: '1080P' })).toEqual(read('kling', { mode: 'pro' }));
    expect(read('kling', { resolution: '4k', mode: '4k' })).toEqual(read('kling', { mode: '4k' }));
    expect(refusalOf('kling', { resolution: '720p', mode: 'pro' })).toMatchObject({ param: 'resolution' });
    expect(refusalOf('kling', { resolution: '480p' })).toMatchObject({ param: 'resolution' });
    expect(read('image-task', { resolution: '2K' }).resolution).toBe('2K');
    expect(read('image-task', { resolution: '1k', size: '1024x768' }).resolution).toBe('1K');
    const larger = { resolution: '4K', size: '1024x768' };
    expect(refusalOf('image-task', larger)).toMatchObject({ param: 'resolution' });
    const config = { output_config: { resolution: '4K' } };
    expect(read('image-task', { resolution: '2K', metadata: config }).resolution).toBe('4K');
  });
});

describe('shapes', () => {
  test('V5 takes the ratio of a size where none is named, and no frame has one', () => {
    expect(read('V5', { size: '768x1366' })).toMatchObject({ ratio: '9:16', resolution: '768P' });
    expect(read('V5', { size: '2048x1536' })).toMatchObject({ ratio: '4:3', resolution: '2K' });
    expect(read('V5', { size: '768x1366', ratio: '1:1' }).ratio).toBe('1:1');
    expect(read('V5', { size: '768x1366', first_image: addresses(1) })).not.toHaveProperty('ratio');
    expect(read('V5', { size: '2K' })).not.toHaveProperty('ratio');
  });
});

describe('references', () => {
  test('the same source named twice counts once', () => {
    const five = addresses(5);
    expect(read('V4', { images: [...five, ...five] }).references).toHaveLength(5);
  });

  const loops: [string, (same: string) => Fields][] = [
    ['V4', (same) => ({ first_image_url: same, last_image_url: same })],
    ['V5', (same) => ({ first_image: same, last_image: same })],
    [
      'V7',
      (same) => ({
        content: ['first_frame', 'last_frame'].map((role) => ({
          type: 'image_url',
          image_url: { url: same },
          role,
        })),
      }),
    ],
    ['V8', (same) => ({ first_image: same, last_image: same })],
    ['V9', (same) => ({ first_frame_image: same, last_frame_image: same })],
    ['kling', (same) => ({ image: same, image_tail: same })],
  ];

  test.each(loops)('%s ends a film with the frame that it begins with', (name, fields) => {
    const { references } = read(name, fields('https://files.example/mill'));
    expect(references.map(({ role }) => role)).toEqual(['first_frame', 'last_frame']);
  });

  const png = `data:image/png;base64,${Buffer.from('\x89PNG\r\n\x1a\n0000', 'latin1').toString('base64')}`;

  test.each([
    'data:image/png;name=mill.png;base64,',
    'data:image/png;charset=utf-8;base64,',
    'data:application/octet-stream;base64,',
    'DATA:;BASE64,',
  ])('bytes behind %s are a file of the type that they are', (head) => {
    const { references } = read('V1', { input_reference: png.replace(/^.*,/, head) });
    expect(references).toMatchObject([{ source: { type: 'image/png' } }]);
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
    const twice = { image: addresses(1), images: addresses(1) };
    expect(read('V3', twice, traits).references).toMatchObject([{ role: 'first_frame' }]);
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

  const own: Record<string, readonly string[]> = {
    ...Object.fromEntries(['V1', 'V2', 'V3', 'V10', 'V11', 'image-task'].map((name) => [name, commonNames])),
    V4: ['first_image_url', 'last_image_url', 'images', 'video', 'video_url', 'input_video'],
    V5: ['first_image', 'last_image', 'referenceImages', 'referenceVideos', 'referenceAudios'],
    V6: ['referenceImages', 'referenceVideos', 'referenceAudios'],
    V7: ['content'],
    V8: [
      ...['first_image', 'last_image', 'reference_image_urls', 'reference_video_url', 'reference_video_urls'],
      ...['reference_audios', 'reference_audio_urls', 'audio_url'],
    ],
    V9: ['first_frame_image', 'last_frame_image'],
    kling: [...commonNames, 'image_tail'],
  };

  test.each(Object.entries(own))('%s leaves out no file under a name of other families', (name, members) => {
    for (const member of fileMembers.filter((one) => !members.includes(one))) {
      expect(refusalOf(name, { [member]: addresses(1)[0] })).toMatchObject({ param: member });
      expect(refusalOf(name, { [member]: addresses(1) })).toMatchObject({ param: member });
      for (const nothing of ['', null, []]) expect(read(name, { [member]: nothing }).references).toEqual([]);
    }
  });

  const twoFrames: [string, string, Fields][] = [
    ['V2', 'metadata.last_frame', { image: addresses(1), metadata: { last_frame: addresses(2, 'last') } }],
    ['V4', 'first_image_url', { first_image_url: addresses(2) }],
    ['V4', 'last_image_url', { first_image_url: addresses(1), last_image_url: addresses(2, 'last') }],
    ['V5', 'first_image', { first_image: addresses(2) }],
    [
      'V7',
      'content',
      {
        content: addresses(2).map((url) => ({ type: 'image_url', image_url: { url }, role: 'first_frame' })),
      },
    ],
    ['V8', 'last_image', { first_image: addresses(1), last_image: addresses(2, 'last') }],
  ];

  test.each(twoFrames)(
    '%s takes one frame where a film begins and ends, and not two: %s',
    (name, param, fields) => {
      expect(refusalOf(name, fields)).toMatchObject({ status: 400, param });
    },
  );

  test.each(['constructor', 'toString', '__proto__', 7, null, {}])('V7 knows no parts of type %j', (type) => {
    const refusal = refusalOf('V7', { content: [{ type, role: null }] });
    expect(refusal).toMatchObject({ status: 400, param: 'content[0]' });
  });

  test('V9 takes two frames by address, the last not without the first, and no references', () => {
    const [one, two] = addresses(2);
    const { references } = read('V9', { first_frame_image: one, last_frame_image: two });
    expect(references.map(({ role }) => role)).toEqual(['first_frame', 'last_frame']);
    expect(refusalOf('V9', { last_frame_image: two })).toMatchObject({ param: 'last_frame_image' });
    expect(refusalOf('V9', { first_frame_image: png })).toMatchObject({ param: 'first_frame_image' });
    expect(refusalOf('V9', { images: [one] })).toMatchObject({ param: 'images' });
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

test.each(['V10', 'image-task'])('%s takes any seed of a form as it does that of JSON', (name) => {
  for (const seed of [0, 7, 2_147_483_647, Number.MAX_SAFE_INTEGER - 1]) {
    expect(read(name, { seed: String(seed) }).seed).toBe(seed);
  }
  for (const seed of ['-1', '1.5', '9007199254740993', '1e3']) {
    expect(refusalOf(name, { seed })).toMatchObject({ status: 400, param: 'seed' });
  }
});

describe('metadata', () => {
  test.each(['model', 'duration', 'seconds', 'resolution', 'size', 'n', 'callback_url', 'notify_hook'])(
    'does not say %s behind the price’s back',
    (name) => {
      expect(refusalOf('V2', { metadata: { [name]: 1 } })).toMatchObject({ param: `metadata.${name}` });
    },
  );

  test.each([
    ['constructor', true],
    ['storage_mode', { toString: 1 }],
    ['off_peak', ['disabled']],
  ])('has no output_config.%s that is %j', (name, value) => {
    const refusal = refusalOf('V10', { metadata: { output_config: { [name]: value } } });
    expect(refusal).toMatchObject({ status: 400, param: `metadata.output_config.${name}` });
    expect(refusal.message).not.toContain('native code');
  });

  test('passes what its family knows, and leaves out the rest', () => {
    expect(read('V2', { metadata: { negativePrompt: 'fog', other: 1 } }).options).toEqual({
      negativePrompt: 'fog',
    });
  });
});

const all = [...filmFamilies.filter((name) => name !== 'kling'), 'image-task'];

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
