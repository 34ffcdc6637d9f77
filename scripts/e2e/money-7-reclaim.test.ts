/**
 * Test 7 of the money protocol: a run that was silent for too long is reclaimed, its late close is recorded as
 * late, and the gateway that wakes up gives up, so that a new run begins.
 */
import { waitFor } from '@headgate/runtime/testing/wait-for';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { configuration, keys } from './testing/configuration.ts';
import { startWorld, type World } from './testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld(configuration, {
    env: {
      // One second for the protocol's minutes.
      ledger: {
        HEADGATE_OUTAGE_TOLERANCE_MS: '1500',
        HEADGATE_LONGEST_REQUEST_MS: '500',
        HEADGATE_RECLAIM_MARGIN_MS: '100',
        HEADGATE_SWEEP_MS: '100',
      },
      'text-gateway': { HEADGATE_HEARTBEAT_MS: '200' },
    },
  });
}, 120_000);
afterAll(() => world.stop());

test('a reclaimed run settles late, and its gateway gives up', async () => {
  const gateway = world.service('text-gateway');
  const answer = await fetch(`${world.baseUrl}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${keys.limited}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      model: 'gpt-4o-mini',
      stream: true,
      messages: [{ role: 'user', content: '[[chunks=60 delay=100]]' }],
    }),
  });
  const id = answer.headers.get('x-request-id');
  gateway.signal('SIGSTOP');
  const [run] = await waitFor(async () => {
    const rows = await world.sql('select id, released from ledger.run where reclaimed');
    return rows.length === 1 ? rows : undefined;
  }, 'the silent run is reclaimed');
  expect(run?.released).toBeGreaterThan(0n);
  expect(await world.sql('select sum(held)::int8 as held from ledger.purse')).toEqual([{ held: 0n }]);

  gateway.signal('SIGCONT');
  expect(await answer.text()).toContain('[DONE]');
  await waitFor(() => !gateway.isRunning(), 'the gateway ends');
  expect(gateway.log()).toContain('the ledger has reclaimed this run');
  const [entry] = await waitFor(async () => {
    const rows = await world.sql('select kind, amount, late from ledger.entry where id = $1', [id]);
    return rows.length === 1 ? rows : undefined;
  }, 'the late close is booked');
  expect(entry).toMatchObject({ kind: 'settle', late: true });
  expect(entry?.amount).toBeGreaterThan(0n);

  await gateway.start();
  expect(await world.sql('select sum(held)::int8 as held from ledger.purse')).toEqual([{ held: 0n }]);
  await waitFor(async () => {
    const models = await fetch(`${world.baseUrl}/v1/models`, {
      headers: { authorization: `Bearer ${keys.limited}` },
    });
    return models.ok;
  }, 'a new run serves');
}, 120_000);
