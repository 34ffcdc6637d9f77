import { Channel } from '@headgate/proto/gen/headgate/account/v1/account';
import { expect, test } from 'vitest';
import type { Candidate } from '../catalog/catalog.ts';
import type { Reference, Wish } from '../families/wish.ts';
import type { RequestFiles } from './reference-files.ts';
import { suitReferences } from './suit.ts';

const brought = { bytes: Buffer.from('file'), type: 'image/png' };
const published = { url: 'https://gateway.test/files/u/1.png' };
const files: RequestFiles = {
  bring: async () => brought,
  publish: async () => published,
  release: () => undefined,
};
const address = { url: 'https://elsewhere.test/a.png' };

function channelOf(provider: string): Candidate {
  return { channel: Channel.fromPartial({ provider }), upstreamModel: 'm', priceModel: 'm' };
}

/** Sora takes bytes alone, Ark either, MiniMax films by address alone. */
const [sora, ark, minimax] = [channelOf('openai'), channelOf('ark'), channelOf('minimax-v2')];

function wishWith(source: Reference['source']): Wish {
  const reference: Reference = { kind: 'image', role: 'first_frame', source, param: 'image' };
  return { prompt: 'a mill', references: [reference], options: {} };
}

test.each([
  ['is brought for a vendor that takes bytes alone', sora, address, brought],
  ['stays an address for one that takes either', ark, address, address],
  ['stays bytes for one that takes either', ark, brought, brought],
])('a reference %s', async (_what, candidate, source, expected) => {
  const { wish } = await suitReferences(wishWith(source), [candidate], files);
  expect(wish.references).toMatchObject([{ source: expected }]);
});

test('a film is published for a vendor that takes films by address alone; a picture is not', async () => {
  const image = wishWith(brought).references[0];
  if (!image) throw new Error('the wish has no reference');
  const wish = { ...wishWith(brought), references: [image, { ...image, kind: 'video' as const }] };
  const suited = await suitReferences(wish, [minimax], files);
  expect(suited.wish.references.map(({ source }) => source)).toEqual([brought, published]);
});

test('candidates that do not take the form of the first are left out, and only where there are references', async () => {
  const order = [ark, sora];
  expect((await suitReferences(wishWith(address), order, files)).candidates).toEqual([ark]);
  expect((await suitReferences(wishWith(brought), order, files)).candidates).toEqual(order);
  expect((await suitReferences(wishWith(address), [sora, ark], files)).candidates).toEqual([sora, ark]);
  expect((await suitReferences({ ...wishWith(address), references: [] }, order, files)).candidates).toEqual(
    order,
  );
});

test("a file of another vendor's library is refused where bytes are wanted", async () => {
  await expect(suitReferences(wishWith({ asset: 'asset://a' }), [sora], files)).rejects.toMatchObject({
    fault: { status: 400, param: 'image' },
  });
});
