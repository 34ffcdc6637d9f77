/**
 * Test 1 of the money protocol: text-gateway is killed before its open record, after it, after the upstream's
 * head, after its close record and before the close is published, alone and with the broker at the same
 * moment. Every request that was opened has exactly one entry, and nothing stays held.
 */
import { waitFor } from '@headgate/runtime/testing/wait-for';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { configuration, keys } from './testing/configuration.ts';
import { startWorld, type World } from './testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld(configuration, { env: { 'text-gateway': { HEADGATE_HEARTBEAT_MS: '200' } } });
}, 120_000);
afterAll(() => world.stop());

const stages: [stage: string, kind: string | undefined, isBilled: boolean][] = [
  ['before-open', undefined, false],
  ['after-open', 'interrupted', false],
  ['after-head', 'interrupted', false],
  ['after-close', 'settle', true],
  ['before-publish', 'settle', true],
];

interface Entry {
  id: string;
  kind: string;
  amount: bigint;
}

async function entries(): Promise<Entry[]> {
  const rows = await world.sql(
    "select id, kind, amount from ledger.entry where kind in ('settle', 'interrupted') order by id",
  );
  return rows as unknown as Entry[];
}

/** The run is finished: its last close is booked, and it holds nothing. */
async function isClosed(run: unknown): Promise<boolean> {
  const [state] = await world.sql(
    `select finished_at is not null as "isFinished",
       (select coalesce(sum(granted - returned - consumed), 0)::int8 from ledger.slice where run = id) as held
     from ledger.run where id = $1`,
    [run],
  );
  return state?.isFinished === true && state.held === 0n;
}

/** Sends a request that meets the kill; gives its id where an answer began, and whether the answer was whole. */
async function ask(): Promise<{ id: string | null; isWhole: boolean }> {
  const answer = await send();
  // The ingress may not have found the restarted gateway yet: nothing was sent then.
  if (answer.status === 503) return ask();
  const text = await answer.text().catch(() => 'cut');
  return { id: answer.headers.get('x-request-id'), isWhole: answer.ok && text.includes('[DONE]') };
}

function send(): Promise<Response> {
  return fetch(`${world.baseUrl}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${keys.limited}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      model: 'call-model',
      stream: true,
      messages: [{ role: 'user', content: '[[chunks=5 delay=10]]' }],
    }),
  });
}

describe.each([false, true])('with the broker killed at the same moment: %s', (isBrokerKilled) => {
  test.each(stages)(
    '%s',
    async (stage, kind, isBilled) => {
      const gateway = world.service('text-gateway');
      await gateway.kill('SIGTERM');
      await gateway.start({ isKillable: true, env: { HEADGATE_KILL_AT: stage } });
      const [run] = await world.sql('select id from ledger.run order by seen_at desc limit 1');
      const before = await entries();
      const servedBefore = (await world.served()).length;

      const asked = ask();
      await waitFor(() => !gateway.isRunning(), 'the gateway has killed itself');
      if (isBrokerKilled) await world.nats.kill();
      const { id } = await asked;
      if (isBrokerKilled) await world.nats.restart();
      await gateway.start();

      await waitFor(() => isClosed(run?.id), `the books are closed after a kill ${stage}`);
      const added = (await entries()).slice(before.length);
      expect(added.map((entry) => entry.kind)).toEqual(kind ? [kind] : []);
      if (kind) expect(added[0]?.id).toBe(id);
      expect(added.map(({ amount }) => amount > 0n)).toEqual(kind ? [isBilled] : []);
      expect((await world.served()).length - servedBefore).toBe(
        stage === 'before-open' || stage === 'after-open' ? 0 : 1,
      );
    },
    90_000,
  );
});

test('a request that was not killed is answered and billed as ever', async () => {
  await world.service('text-gateway').kill();
  await world.service('text-gateway').start();
  const before = (await entries()).length;
  expect((await ask()).isWhole).toBe(true);
  await waitFor(async () => (await entries()).length === before + 1, 'its entry');
});
