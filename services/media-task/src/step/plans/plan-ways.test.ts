import { Channel } from '@headgate/proto/gen/headgate/account/v1/account';
import { expect, test } from 'vitest';
import type { Candidate } from '../../catalog/catalog.ts';
import type { Wish } from '../../families/wish.ts';
import { planWays } from './plan-ways.ts';

const wish: Wish = { prompt: 'a mill', references: [], options: {} };

function candidate(provider: string, upstreamModel: string, more: Partial<Channel> = {}): Candidate {
  const channel = Channel.fromPartial({ provider, baseUrl: 'https://vendor.test/v1/', keys: ['a'], ...more });
  return { channel, upstreamModel, priceModel: 'film' };
}

const sora = candidate('openai', 'sora-2');
const seedance = candidate('ark', 'doubao-seedance-2-0-260128');
const kling = candidate('kling', 'kling-v2-6');

function providersOf(plans: ReturnType<typeof planWays>): string[] | undefined {
  return plans?.map(({ account }) => account.provider);
}

test('a vendor that does not render a wish leaves it to one that does', () => {
  const fiveSeconds = { ...wish, secondsMs: 5_000 };
  expect(providersOf(planWays(fiveSeconds, [sora, seedance]))).toEqual(['ark']);
});

test('a scene that no vendor of the model knows is refused by its name, and not left out', () => {
  const scene = { ...wish, options: { sceneType: 'motion_control' } };
  expect(() => planWays(scene, [seedance, kling])).toThrow('metadata.scene_type');
});

test('a wish that nobody renders is refused in the words of the first', () => {
  expect(() => planWays({ ...wish, secondsMs: 60_000 }, [sora, seedance])).toThrow(
    'renders 4, 8, 12 seconds',
  );
});

test('no channel that renders anything is no plan', () => {
  expect(planWays(wish, [candidate('anthropic', 'claude')])).toBeUndefined();
});

test('up to four keys of a channel are ways, each of them first for some', () => {
  const keys = ['a', 'b', 'c', 'd', 'e', 'f'];
  const many = candidate('openai', 'sora-2', { keys });
  const firsts = keys.map((_, index) => {
    const drawn = planWays(wish, [many], 'video', () => index / keys.length)?.map(
      ({ account }) => account.key,
    );
    expect(new Set(drawn).size).toBe(4);
    return drawn?.[0];
  });
  expect(firsts.sort()).toEqual(keys);
});

test('further keys of a channel are ways where every other channel has one, each in its place', () => {
  const many = candidate('openai', 'sora-2', { keys: ['a', 'b', 'c', 'd'] });
  const two = candidate('openai', 'sora-2', { keys: ['e', 'f'] });
  const one = (key: string) => candidate('openai', 'sora-2', { keys: [key] });
  const keysOf = (...candidates: Candidate[]) =>
    planWays(wish, candidates, 'video', () => 0)?.map(({ account }) => account.key);
  expect(keysOf(many, two)).toEqual(['a', 'b', 'c', 'e']);
  expect(keysOf(many, two, one('g'))).toEqual(['a', 'b', 'e', 'g']);
  expect(keysOf(two, many)).toEqual(['e', 'f', 'a', 'b']);
  expect(keysOf(one('g'), one('h'), one('i'), two, many)).toEqual(['g', 'h', 'i', 'e']);
});

test('a way that costs something else is none', () => {
  const dear = {
    ...candidate('openai', 'sora-2', { baseUrl: 'https://dear.test/v1' }),
    priceModel: 'dear-film',
  };
  const plans = planWays(wish, [sora, dear]);
  expect(plans?.map(({ account }) => account.baseUrl)).toEqual(['https://vendor.test/v1']);
});

test('another gateway is a way to what Vertex renders without sound', () => {
  const silent = { ...wish, family: 'V2', options: { generateAudio: false } };
  const veo = candidate('vertex', 'veo-3.1-generate-001');
  expect(providersOf(planWays(silent, [veo, candidate('gateway', 'veo-3.1')]))).toEqual([
    'vertex',
    'gateway',
  ]);
});
