/** A conversation of a key of group `auto`, whose last answer a channel of a later group keeps. */
import { Catalog as CatalogMessage } from '@headgate/proto/gen/headgate/account/v1/account';
import { Caller } from '@headgate/proto/gen/headgate/text/v1/text';
import { expect, test } from 'vitest';
import { createWindowNames } from '../budgets/window-names.ts';
import { indexBounds } from '../catalog/bounds.ts';
import { indexCatalog } from '../catalog/catalog.ts';
import { hashCredential } from '../catalog/route.ts';
import { dialects } from '../dialects/index.ts';
import { admit } from './admit.ts';
import type { Access } from './choices/access.ts';

const models = [{ name: 'm', upstream: 'm', priceModel: 'm' }];
const first = { id: 1n, provider: 'openai', groups: ['cheap'], models, keys: ['a'] };
const second = { id: 2n, provider: 'openai', groups: ['dear'], models, keys: ['b'] };
const row = { model: 'm', input: 1n, output: 1n, call: 0n, metered: [] };
const bounds = indexBounds(1n, [
  { ...row, group: 'cheap' },
  { ...row, group: 'dear' },
]);
const caller = Caller.fromPartial({ keyId: 1n, group: 'auto' });
const accessTo = (...channels: object[]): Access => {
  const catalog = { channels, models: [{ name: 'm', maxOutput: 9n }], autoGroups: ['cheap', 'dear'] };
  return { caller, catalog: indexCatalog(1n, CatalogMessage.fromPartial(catalog)), bounds };
};
const windows = createWindowNames(() => 0);
const surface = dialects.responses;

const request = (body: object) => {
  const bytes = Buffer.from(JSON.stringify({ model: 'm', input: 'hi', ...body }));
  return surface.passage.readRequest(bytes, { model: 'm', stream: false });
};
const pin = {
  responseId: 'resp_1',
  keyId: 1n,
  channelId: 2n,
  credentialHash: hashCredential('b'),
  contextTokens: 0n,
};
const next = request({ previous_response_id: 'resp_1' });

test('goes on where it is kept, when an earlier group serves the model again', () => {
  // The channel of the first group is off: the second one serves, and keeps the answer.
  expect(admit(request({}), accessTo(second), surface, windows).group).toBe('dear');
  expect(admit(request({}), accessTo(first, second), surface, windows).group).toBe('cheap');
  const { group, candidates } = admit(next, accessTo(first, second), surface, windows, pin);
  expect(group).toBe('dear');
  expect(candidates.map(({ channel }) => channel.id)).toEqual([2n]);
});

test('is refused where none of its groups has what keeps it', () => {
  expect(() => admit(next, accessTo(first), surface, windows, pin)).toThrow(
    'The previous response is no longer reachable',
  );
});
