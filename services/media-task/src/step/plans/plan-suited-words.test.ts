/** What a client hears of a wish that nobody renders, where its files could not come in another form either. */
import { Channel } from '@headgate/proto/gen/headgate/account/v1/account';
import { expect, test } from 'vitest';
import type { Candidate } from '../../catalog/catalog.ts';
import { refuse } from '../../families/refuse.ts';
import type { Source, Wish } from '../../families/wish.ts';
import type { RequestFiles } from '../../references/reference-files.ts';
import { planSuited } from './plan-suited.ts';

function candidate(provider: string, upstreamModel: string): Candidate {
  const channel = Channel.fromPartial({ provider, baseUrl: 'https://vendor.test/v1', keys: ['a:b:1'] });
  return { channel, upstreamModel, priceModel: 'film' };
}
const sora = candidate('openai', 'sora-2');
const seedance = candidate('ark', 'doubao-seedance-2-0-260128');

function wishOf(source: Source): Wish {
  const reference = { kind: 'image', role: 'first_frame', source } as const;
  return { prompt: 'a mill', references: [reference], secondsMs: 60_000, options: {} };
}
const files = (bring: RequestFiles['bring']): RequestFiles => ({
  bring,
  publish: async () => ({ url: 'https://gateway.test/u/1.png' }),
  release: () => undefined,
});
const url: Source = { url: 'https://files.test/mill.png' };

test('nobody renders 60 seconds, where nothing is fetched: the words of the first', async () => {
  const off = async () =>
    refuse('input_reference', 'input_reference must be the bytes of a file: this model takes no address.');
  await expect(planSuited(wishOf(url), [seedance, sora], 'video', files(off))).rejects.toThrow('duration');
});

test('nobody renders 60 seconds of an asset: the words of the first', async () => {
  const bring = async () => ({ bytes: Buffer.alloc(8), type: 'image/png' });
  await expect(
    planSuited(wishOf({ asset: 'asset://1' }), [seedance, sora], 'video', files(bring)),
  ).rejects.toThrow('duration');
});
