/** A channel that is off: it is asked, what it said is kept, and no request finds a way to it. */
import {
  Catalog,
  Channel,
  type Channel as ChannelMessage,
} from '@headgate/proto/gen/headgate/account/v1/account';
import { ProbeChannelsResponse, ReadBalancesResponse } from '@headgate/proto/gen/headgate/text/v1/text';
import { createLog } from '@headgate/runtime/log';
import { expect, test } from 'vitest';
import { indexCatalog } from '../catalog/catalog.ts';
import { createScriptedChannels } from '../testing/scripted-channels.ts';
import { findChannels } from './find-channels.ts';
import { keepBalance, keepTest } from './keep-finding.ts';

const served = { name: 'm', upstream: 'm', priceModel: 'm' };
const channelOf = (id: bigint): ChannelMessage =>
  Channel.fromPartial({ id, groups: ['default'], models: [served], keys: ['a'] });
const [on, off] = [channelOf(1n), channelOf(2n)];

function createWorld() {
  const current = indexCatalog(1n, Catalog.fromPartial({ channels: [on] }));
  const account = createScriptedChannels([on, off]);
  const find = (id: bigint) => findChannels({ catalog: { current: () => current }, account }, id);
  const keeper = { context: { log: createLog('test', 'silent') }, account };
  return { current, account, find, keeper };
}

test('it is found by its id and among all', async () => {
  const { find } = createWorld();
  expect((await find(2n)).channels).toEqual([off]);
  expect((await find(0n)).channels).toEqual([on, off]);
  await expect(find(3n)).rejects.toMatchObject({
    fault: { message: expect.stringContaining('no such channel') },
  });
});

test('nothing leads a request to it, before and after it was asked for', async () => {
  const { current, find } = createWorld();
  const routed = () => current.candidates('m', 'default').map(({ channel }) => channel.id);
  expect(routed()).toEqual([1n]);
  const { catalog } = await find(0n);
  expect(catalog.candidates('m', 'default').map(({ channel }) => channel.id)).toEqual([1n]);
  expect([routed(), current.channels.map(({ id }) => id)]).toEqual([[1n], [1n]]);
});

test('what a test said is kept, and whoever asked', async () => {
  const { account, keeper } = createWorld();
  const result = { channelId: 2n, success: false, message: 'No.', seconds: 1.2345, status: 401, model: 'm' };
  await keepTest(keeper, ProbeChannelsResponse.fromPartial(result), 7n);
  const { seconds: _seconds, ...more } = result;
  expect(account.tests).toEqual([{ ...more, responseMs: 1_235n, askedBy: 7n }]);
});

test('a test that was not made and a balance that was not told keep nothing', async () => {
  const { account, keeper } = createWorld();
  await keepTest(keeper, ProbeChannelsResponse.fromPartial({ channelId: 2n, message: 'Films.' }), 7n);
  await keepBalance(keeper, ReadBalancesResponse.fromPartial({ channelId: 2n, message: 'Silent.' }));
  const told = { channelId: 2n, balance: 1.5, currency: 'USD' };
  await keepBalance(keeper, ReadBalancesResponse.fromPartial({ ...told, success: true }));
  expect([account.tests, account.balances]).toEqual([[], [told]]);
});

test('what cannot be kept is no failure of the test', async () => {
  const { account, keeper } = createWorld();
  account.trouble = new Error('account is away');
  const result = ProbeChannelsResponse.fromPartial({ channelId: 2n, success: true, model: 'm' });
  await expect(keepTest(keeper, result, 0n)).resolves.toBeUndefined();
  expect(account.tests).toEqual([]);
});
