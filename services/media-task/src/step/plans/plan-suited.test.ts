import { Channel } from '@headgate/proto/gen/headgate/account/v1/account';
import { beforeEach, expect, test } from 'vitest';
import type { Candidate } from '../../catalog/catalog.ts';
import type { Wish } from '../../families/wish.ts';
import type { RequestFiles } from '../../references/reference-files.ts';
import { planSuited } from './plan-suited.ts';

let brought: string[] = [];
beforeEach(() => {
  brought = [];
});
const files: RequestFiles = {
  async bring(_reference, url) {
    brought.push(url);
    return { bytes: Buffer.from('89504e470d0a1a0a', 'hex'), type: 'image/png' };
  },
  publish: async () => ({ url: 'https://gateway.test/files/u/1.png' }),
  release: () => undefined,
};

function candidate(provider: string, upstreamModel: string): Candidate {
  const channel = Channel.fromPartial({ provider, baseUrl: 'https://vendor.test/v1', keys: ['a:b:1'] });
  return { channel, upstreamModel, priceModel: 'film' };
}

/** Sora takes bytes alone and renders 4, 8 and 12 seconds; Seedance takes addresses as they are and renders 5. */
const sora = candidate('openai', 'sora-2');
const seedance = candidate('ark', 'doubao-seedance-2-0-260128');
const address = 'https://files.test/mill.png';

function wishOf(seconds: number): Wish {
  const reference = { kind: 'image', role: 'first_frame', source: { url: address } } as const;
  return { prompt: 'a mill', references: [reference], secondsMs: seconds * 1_000, options: {} };
}

async function providersOf(seconds: number, candidates: Candidate[]): Promise<string[] | undefined> {
  const plans = await planSuited(wishOf(seconds), candidates, 'video', files);
  return plans?.map(({ account }) => account.provider);
}

test('whoever refuses a wish does not decide how its references come', async () => {
  expect(await providersOf(5, [sora, seedance])).toEqual(['ark']);
  expect(await providersOf(5, [seedance, sora])).toEqual(['ark']);
});

test('nothing is brought for a channel that is not asked', async () => {
  expect(await providersOf(8, [seedance, sora])).toEqual(['ark']);
  expect(brought).toEqual([]);
});

test('a reference is brought once for all who take it so', async () => {
  await providersOf(5, [sora, candidate('openai', 'sora-2-pro'), seedance]);
  expect(brought).toEqual([address]);
});

test('a wish that nobody renders is refused in the words of the first', async () => {
  await expect(providersOf(60, [sora, seedance])).rejects.toThrow('renders 4, 8, 12 seconds');
  expect(brought).toEqual([address]);
});
