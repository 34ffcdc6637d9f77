import { Catalog as CatalogMessage } from '@headgate/proto/gen/headgate/account/v1/account';
import { Caller } from '@headgate/proto/gen/headgate/text/v1/text';
import { FaultError } from '@headgate/runtime/errors';
import { expect, test } from 'vitest';
import { createWindowNames } from '../budgets/window-names.ts';
import { indexBounds } from '../catalog/bounds.ts';
import { indexCatalog } from '../catalog/catalog.ts';
import { admitSession } from './admit-session.ts';

const models = [{ name: 'm', upstream: 'm', priceModel: 'm' }];
const baseUrl = 'https://api.example.com/v1';
const channelOf = (id: bigint, provider: string, group: string) => ({
  ...{ id, provider, groups: [group], models, baseUrl, keys: ['k'], weight: 1 },
});
const rates = ['text', 'sound'].map((group) => ({
  ...{ group, model: 'm', input: 1n, output: 1n, call: 0n, metered: [] },
}));

function admit(group: string, model = 'm') {
  const catalog = CatalogMessage.fromPartial({
    channels: [channelOf(1n, 'openai-compatible', 'text'), channelOf(2n, 'openai', 'sound')],
    autoGroups: ['text', 'sound'],
  });
  const caller = Caller.fromPartial({ group, purses: [{ id: 'key:1', limited: false }] });
  const access = { caller, catalog: indexCatalog(1n, catalog), bounds: indexBounds(1n, rates) };
  return admitSession(model, access, createWindowNames(Date.now));
}

test('of the groups of `auto` the first counts that serves sessions, not text alone', () => {
  const { group, candidates } = admit('auto');
  expect(group).toBe('sound');
  expect(candidates.map(({ channel }) => channel.id)).toEqual([2n]);
});

test.each([
  ['text', 'm', "No channel serves realtime sessions of the model 'm' for this key."],
  ['auto', 'unknown', "The model 'unknown' does not exist, or no channel serves it for this key."],
])('%s has no session for %s', (group, model, message) => {
  let refusal: unknown;
  try {
    admit(group, model);
  } catch (error) {
    refusal = error;
  }
  expect(refusal).toBeInstanceOf(FaultError);
  expect(refusal).toMatchObject({ fault: { status: 503, code: 'model_not_found', message } });
});
