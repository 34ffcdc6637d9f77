import { Channel } from '@headgate/proto/gen/headgate/account/v1/account';
import { createGate } from '@headgate/runtime/gates/gate';
import { expect, test } from 'vitest';
import { createTestServing } from '../testing/test-serving.ts';
import { createPools } from '../upstream-call/pools.ts';
import { eachChannel, type Finding } from './each-channel.ts';

const channels = [1n, 2n, 3n, 4n, 5n].map((id) => Channel.fromPartial({ id }));

function start(signal: AbortSignal) {
  const { context } = createTestServing({ pools: createPools(), stream: false });
  const asked = new Map<bigint, (success: boolean) => void>();
  const sent: Finding[] = [];
  const kept: Finding[] = [];
  const counted: boolean[] = [];
  const tools = {
    context,
    gate: createGate({ places: 2, queue: 10 }),
    count: (_inquiry: string, isSuccess: boolean) => void counted.push(isSuccess),
  };
  const find = ({ id: channelId }: Channel) =>
    new Promise<Finding>((resolve) =>
      asked.set(channelId, (success) => resolve({ channelId, success, message: '' })),
    );
  const asking = {
    find,
    keep: async (finding: Finding) => void kept.push(finding),
    send: (finding: Finding) => {
      expect(kept).toContain(finding);
      sent.push(finding);
    },
  };
  const all = eachChannel(tools, 'probe', { channels, signal }, asking);
  return { asked, sent, kept, counted, all };
}

test('a few are asked at a time, and what is found is kept, and then sent as it comes', async () => {
  const { asked, sent, counted, all } = start(new AbortController().signal);
  await expect.poll(() => [...asked.keys()]).toEqual([1n, 2n]);
  asked.get(2n)?.(true);
  await expect.poll(() => [...asked.keys()]).toEqual([1n, 2n, 3n]);
  expect(sent.map(({ channelId }) => channelId)).toEqual([2n]);
  for (const id of [3n, 4n, 5n, 1n]) {
    await expect.poll(() => asked.has(id)).toBe(true);
    asked.get(id)?.(false);
  }
  await all;
  expect(sent.map(({ channelId }) => channelId)).toEqual([2n, 3n, 4n, 5n, 1n]);
  expect(counted).toEqual([true, false, false, false, false]);
});

test('nobody more is asked when the caller has left, and nothing half found is kept', async () => {
  const leaving = new AbortController();
  const { asked, sent, kept, all } = start(leaving.signal);
  await expect.poll(() => asked.size).toBe(2);
  leaving.abort();
  for (const answer of asked.values()) answer(true);
  await all;
  expect([asked.size, sent, kept]).toEqual([2, [], []]);
});
