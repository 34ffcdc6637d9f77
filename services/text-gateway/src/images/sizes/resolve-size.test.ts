/** Every cell of the specification's table of presets, and every bound of the vip tiers. */
import { Media } from '@headgate/proto/gen/headgate/account/v1/account';
import { faultOf } from '@headgate/runtime/rpc/fault-details';
import { describe, expect, test } from 'vitest';
import { ratioOf, resolutionOf } from './measures.ts';
import { resolveSize } from './resolve-size.ts';

const presets: Record<string, string> = {
  standard: '1:1 1024x1024; 4:3 1536x1152; 3:2 1536x1024; 2:3 1024x1536; 16:9 1920x1080; 9:16 1080x1920',
  'pro-2k': '1:1 2048x2048; 4:3 2048x1536; 3:2 2560x1712; 2:3 1712x2560; 16:9 2048x1152; 9:16 1152x2048',
  'pro-4k': '1:1 2880x2880; 4:3 3840x2880; 3:2 3840x2560; 2:3 2560x3840; 16:9 3840x2160; 9:16 2160x3840',
  'vip-1k':
    '1:1 1024x1024; 4:3 1024x768; 3:4 768x1024; 3:2 1008x672; 2:3 672x1008; 16:9 1280x720; 9:16 720x1280; 21:9 1344x576',
  'vip-2k':
    '1:1 2048x2048; 4:3 2304x1728; 3:4 1728x2304; 3:2 2496x1664; 2:3 1664x2496; 16:9 2560x1440; 9:16 1440x2560; 21:9 3024x1296',
  'vip-4k':
    '1:1 2880x2880; 4:3 3264x2448; 3:4 2448x3264; 3:2 3504x2336; 2:3 2336x3504; 16:9 3840x2160; 9:16 2160x3840; 21:9 3808x1632',
};
const cells = Object.entries(presets).flatMap(([tier, text]) =>
  text.split('; ').map((cell) => [tier, ...cell.split(' ')] as [string, string, string]),
);
const vipTiers = ['vip-1k', 'vip-2k', 'vip-4k'];

function ofTier(imageTier: string) {
  return Media.fromPartial({ imageTier });
}

function refusalOf(size: string, media: Media) {
  try {
    return { size: resolveSize(size, media) };
  } catch (error) {
    return faultOf(error);
  }
}

describe.each(cells)('%s', (tier, ratio, size) => {
  test(`${ratio} is ${size}, which is taken as it is, too`, () => {
    expect(resolveSize(ratio, ofTier(tier))).toBe(size);
    expect(resolveSize(size, ofTier(tier))).toBe(size);
  });

  test(`${size} tells its resolution and its ratio`, () => {
    expect(resolutionOf(size)).toBe(/\dk$/.test(tier) ? tier.slice(-2).toUpperCase() : '1K');
    expect(ratioOf(size, [ratio])).toBe(ratio);
  });
});

test.each(Object.keys(presets))('%s without a size is its square', (tier) => {
  expect(resolveSize(undefined, ofTier(tier))).toBe(resolveSize('1:1', ofTier(tier)));
});

test.each([
  ['standard', '3:4'],
  ['standard', '21:9'],
  ['pro-2k', '3:4'],
  ['pro-4k', '21:9'],
  ['vip-1k', '5:4'],
  ['standard', 'auto'],
  ['vip-2k', 'auto'],
  ['vip-2k', '2K'],
  ['vip-2k', ''],
  ['vip-2k', '01024x1024'],
  ['vip-2k', '1024X1024'],
  ['vip-2k', 'constructor'],
])('%s has no %j', (tier, size) => {
  expect(refusalOf(size, ofTier(tier))).toMatchObject({ status: 400, param: 'size' });
});

describe.each(['standard', 'pro-2k', 'pro-4k'])('%s', (tier) => {
  test('has no size but its presets, whatever the vip tiers have', () => {
    const refusal = refusalOf('1280x720', ofTier(tier));
    expect(refusal).toMatchObject({ status: 400, param: 'size' });
    expect(refusal).toHaveProperty(
      'message',
      expect.stringContaining(resolveSize('16:9', ofTier(tier)) ?? '-'),
    );
  });
});

describe.each(vipTiers)('%s', (tier) => {
  test.each([
    ['a width of 16 steps', '1040x1024'],
    ['the longest edge', '3840x2160'],
    ['a step below the longest edge', '3824x2160'],
    ['three times as long as short', '1536x512'],
    ['a step less than that', '1520x512'],
    ['as tall as three times its width', '512x1536'],
    ['the fewest pixels', '1024x640'],
    ['a step more', '1040x640'],
    ['the most pixels', '2880x2880'],
    ['a step less', '2880x2864'],
  ])('takes %s', (_what, size) => {
    expect(resolveSize(size, ofTier(tier))).toBe(size);
  });

  test.each([
    ['a width a pixel below a step', '1039x1024', '16'],
    ['a height a pixel above a step', '1024x1041', '16'],
    ['a step above the longest edge', '3856x2144', '3840'],
    ['a step more than three times its height', '1552x512', '3 times'],
    ['a step more than three times its width', '512x1552', '3 times'],
    ['a step below the fewest pixels', '1024x624', '655360'],
    ['a step above the most pixels', '2880x2896', '8294400'],
  ])('refuses %s, and names the range', (_what, size, range) => {
    const refusal = refusalOf(size, ofTier(tier));
    expect(refusal).toMatchObject({ status: 400, param: 'size' });
    expect(refusal).toHaveProperty('message', expect.stringContaining(range));
    expect(refusal).toHaveProperty('message', expect.stringContaining(size));
  });
});

describe('a row with a map of ratios', () => {
  const media = Media.fromPartial({ sizeMap: 'ratio' });

  test.each([
    ...[
      ['16:9', '2560x1440'],
      ['9:16', '1440x2560'],
      ['1:1', '2048x2048'],
      ['4:3', '2304x1728'],
    ],
    ...[
      ['3:4', '1728x2304'],
      ['3:2', '2496x1664'],
      ['2:3', '1664x2496'],
      ['21:9', '3024x1296'],
    ],
  ])('reads %s as %s', (ratio, size) => {
    expect(resolveSize(ratio, media)).toBe(size);
  });

  test('takes any pixels, and no other ratio', () => {
    expect(resolveSize('1000x1001', media)).toBe('1000x1001');
    expect(refusalOf('5:4', media)).toMatchObject({ status: 400, param: 'size' });
  });

  test('follows its tier where it has one', () => {
    const both = Media.fromPartial({ sizeMap: 'ratio', imageTier: 'standard' });
    expect(resolveSize('16:9', both)).toBe('1920x1080');
  });
});

test('a row that says nothing leaves sizes as they are', () => {
  expect(resolveSize('5:4', Media.fromPartial({}))).toBe('5:4');
  expect(resolveSize('auto', undefined)).toBe('auto');
  expect(resolveSize(undefined, undefined)).toBeUndefined();
});
