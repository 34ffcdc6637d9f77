/** What Veo renders, and what costs what: nothing is clamped. */
import { describe, expect, test } from 'vitest';
import type { Reference, Wish } from '../../families/wish.ts';
import { resolveVeo } from './resolve.ts';

const model = 'veo-3.1-generate-preview';

function resolve(wish: Partial<Wish> = {}, name = model) {
  return resolveVeo({ prompt: 'a mill', references: [], options: {}, ...wish }, name);
}

function images(...roles: Reference['role'][]): Reference[] {
  return roles.map((role, index) => ({
    kind: 'image',
    role,
    source: { bytes: Buffer.from([index]), type: 'image/png' },
  }));
}

/** The member that a refusal names. */
function refusalOf(act: () => unknown): string {
  try {
    act();
  } catch (error) {
    return (error as { fault: { param: string } }).fault.param;
  }
  return 'nothing was refused';
}

test('what is left open is 8 seconds of 720p in 16:9', () => {
  expect(resolve()).toMatchObject({
    wish: { secondsMs: 8_000, resolution: '720p', ratio: '16:9', size: { width: 1_280, height: 720 } },
    usage: { metered: [{ variant: '720p', quantity: 8_000n }] },
  });
});

test.each([4, 6, 8])('%i seconds are rendered', (seconds) => {
  expect(resolve({ secondsMs: seconds * 1_000 }).usage.metered[0]?.quantity).toBe(BigInt(seconds) * 1_000n);
});

test.each([1, 3, 5, 7, 9, 16])('%i seconds are refused', (seconds) => {
  expect(refusalOf(() => resolve({ secondsMs: seconds * 1_000 }))).toBe('duration');
});

test.each([
  [1_919, 1_080, '720p'],
  [1_920, 1_080, '1080p'],
  [1_080, 1_920, '1080p'],
  [3_839, 2_160, '1080p'],
  [3_840, 2_160, '4k'],
])('a size of %ix%i is %s', (width, height, resolution) => {
  const { wish, usage } = resolve({ size: { width, height } });
  expect(wish.resolution).toBe(resolution);
  expect(usage.metered[0]?.variant).toBe(resolution);
});

test.each([
  [{}, '720p'],
  [{ generateAudio: true }, '720p'],
  [{ generateAudio: false }, '720p:silent'],
])('what is asked for with %j is priced as %s', (options, variant) => {
  expect(resolve({ options }).usage.metered[0]?.variant).toBe(variant);
});

test('the size that clients see is the one that is rendered', () => {
  const { wish } = resolve({ size: { width: 600, height: 1_000 }, ratio: '9:16' });
  expect(wish.size).toEqual({ width: 720, height: 1_280 });
});

test.each([
  [720, 1_280, '9:16'],
  [1_280, 720, '16:9'],
])('a size of %ix%i is rendered in %s, where no ratio is named', (width, height, ratio) => {
  expect(resolve({ size: { width, height } }).wish).toMatchObject({ ratio, size: { width, height } });
});

test.each(['veo-3.0-generate-001', 'veo-3.0-fast-generate-001', 'veo-3.1-lite-generate-001'])(
  '%s has no 4k',
  (name) => {
    expect(refusalOf(() => resolve({ resolution: '4k' }, name))).toBe('size');
    expect(resolve({ resolution: '1080p' }, name).wish.resolution).toBe('1080p');
  },
);

describe('8 seconds alone are rendered', () => {
  test.each<[string, Partial<Wish>]>([
    ['1080p', { resolution: '1080p' }],
    ['4k', { resolution: '4k' }],
    ['a last frame', { references: images('first_frame', 'last_frame') }],
    ['references', { references: images('reference') }],
  ])('with %s', (_, wish) => {
    expect(refusalOf(() => resolve({ ...wish, secondsMs: 6_000 }))).toBe('duration');
    expect(resolve({ ...wish, secondsMs: 8_000 }).wish.secondsMs).toBe(8_000);
  });

  test('but with a first frame', () => {
    expect(resolve({ references: images('first_frame'), secondsMs: 4_000 }).wish.secondsMs).toBe(4_000);
  });
});

describe('references', () => {
  test('are three at most', () => {
    expect(resolve({ references: images('reference', 'reference', 'reference') }).wish.ratio).toBe('16:9');
    const four = images('reference', 'reference', 'reference', 'reference');
    expect(refusalOf(() => resolve({ references: four }))).toBe('input_reference');
  });

  test('are rendered in 16:9', () => {
    expect(refusalOf(() => resolve({ references: images('reference'), ratio: '9:16' }))).toBe('size');
  });

  test.each<[string, Reference['role'][]]>([
    ['beside a frame', ['first_frame', 'reference']],
    ['beside a last frame', ['last_frame', 'reference']],
  ])('are not taken %s', (_, roles) => {
    expect(refusalOf(() => resolve({ references: images(...roles) }))).toBe('input_reference');
  });

  test('are images', () => {
    const [image] = images('reference');
    if (!image) throw new Error('no image');
    expect(refusalOf(() => resolve({ references: [{ ...image, kind: 'video' }] }))).toBe('input_reference');
  });
});

test('a last frame needs a first one', () => {
  expect(refusalOf(() => resolve({ references: images('last_frame') }))).toBe('input_reference');
});
