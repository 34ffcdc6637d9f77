/**
 * Test 6 of the money protocol: ledger is away and comes back. What was granted is spent to its end and no further,
 * what cannot be granted is 503 and never 402, nothing is reclaimed early, and a gateway that has not heard of its
 * ledger for the outage tolerance admits nothing.
 */
import { waitFor } from '@headgate/runtime/testing/wait-for';
import { expect, test } from 'vitest';
import { type Answered, ask, askMany, countStatuses, type Question } from './testing/ask.ts';
import { awaitClosedBooks } from './testing/books.ts';
import { configuration, keys } from './testing/configuration.ts';
import { shareWorld } from './testing/share-world.ts';
import { unitsOf } from './testing/units-of.ts';
import { readMetric } from './testing/world.ts';

/** Has quota for ten calls. */
const modest: Question = { key: keys.modest };
const calls = 10;
const limited: Question = { key: keys.limited };

const world = shareWorld(configuration, {
  env: {
    'text-gateway': { HEADGATE_HEARTBEAT_MS: '100' },
    ledger: { HEADGATE_SWEEP_MS: '100' },
  },
});

async function isReady(): Promise<boolean> {
  return (await fetch(`${world().service('text-gateway').operationsUrl}/readyz`)).ok;
}

/** Ends the gateway's run, which gives back all it holds, and begins another one. */
async function restartGateway(): Promise<void> {
  await world().service('text-gateway').kill('SIGTERM');
  await world().service('text-gateway').start();
}

async function served(question: Question): Promise<Answered> {
  return waitFor(async () => {
    const answer = await ask(world(), question);
    return answer.status === 200 ? answer : undefined;
  }, 'a request is served');
}

async function oneRun(): Promise<Record<string, unknown>> {
  const runs = await world().sql('select id, beats, reclaimed from ledger.run where finished_at is null');
  expect(runs).toHaveLength(1);
  return runs[0] ?? {};
}

test('money 6: a slice is spent to its end while the ledger is away, then 503, and all of it once it is back', async () => {
  const ledger = world().service('ledger');
  expect((await ask(world(), modest)).status).toBe(200);
  await ledger.kill();
  const away = await askMany(world(), modest, 2 * calls, 1);
  const { 200: spent = 0, ...others } = countStatuses(away);
  expect(spent).toBeGreaterThan(0);
  expect(others).toEqual({ 503: away.length - spent });
  expect(away.slice(0, spent).map(({ status }) => status)).toEqual(Array(spent).fill(200));
  expect(JSON.parse(away.at(-1)?.text ?? '')).toMatchObject({ error: { code: 'service_unavailable' } });

  await ledger.start();
  await served(modest);
  const back = await askMany(world(), modest, 2 * calls, 1);
  const rest = calls - spent - 2;
  expect(countStatuses(back)).toEqual({ ...(rest > 0 && { 200: rest }), 402: back.length - rest });
  await restartGateway();
  await awaitClosedBooks({ ...world(), unitsOf });
});

test('money 6: a ledger that comes back after hours reclaims nothing from a gateway that lives', async () => {
  const [ledger, gateway] = [world().service('ledger'), world().service('text-gateway')];
  await served(limited);
  const run = await oneRun();
  await ledger.kill();
  gateway.signal('SIGSTOP');
  await world().sql("update ledger.run set seen_at = now() - interval '10 hours' where id = $1", [run.id]);
  await ledger.start();
  await waitFor(
    async () => (await readMetric(ledger, 'headgate_ledger_open_runs')) > 0,
    'runs were looked at',
  );
  gateway.signal('SIGCONT');

  const heard = await waitFor(async () => {
    const now = await oneRun();
    return now.beats === run.beats ? undefined : now;
  }, 'the gateway is heard of');
  expect(heard).toMatchObject({ id: run.id, reclaimed: false });
  expect((await ask(world(), limited)).status).toBe(200);
  await restartGateway();
  await awaitClosedBooks({ ...world(), unitsOf });
});

test('money 6: without a word from the ledger for the outage tolerance nothing is admitted until it is back', async () => {
  const ledger = world().service('ledger');
  await ledger.kill();
  await ledger.start({ env: { HEADGATE_OUTAGE_TOLERANCE_MS: '2000' } });
  await restartGateway();
  await served(limited);
  await ledger.kill();
  await waitFor(async () => !(await isReady()), 'the gateway is not ready');
  const refused = [await ask(world(), limited), await ask(world(), { key: keys.unlimited })];
  expect(refused.map(({ status }) => status)).toEqual([503, 503]);

  await ledger.start();
  await waitFor(isReady, 'the gateway is ready again');
  expect((await ask(world(), limited)).status).toBe(200);
  await restartGateway();
  await awaitClosedBooks({ ...world(), unitsOf });
});
