/**
 * What an outage can cost (proto/decisions/2026-11-21-what-an-outage-can-cost.md): while the ledger cannot be reached,
 * gateways spend what their slices hold, to the last whole request, and nothing more; what is lost with a node and
 * its disk is at most what its slices held.
 */
import { rmSync } from 'node:fs';
import { waitFor } from '@headgate/runtime/testing/wait-for';
import { expect, test } from 'vitest';
import { type Answered, askMany, countStatuses } from './testing/ask.ts';
import { awaitClosedBooks } from './testing/books.ts';
import { shareWorld } from './testing/share-world.ts';
import { unitsAt } from './testing/units-of.ts';

const callUsd = 0.01;
const callUnits = 5_000n;
const calls = 400;
/** Requests at the same time, of one gateway. */
const atOnce = 4;
/** A slice has at most so many requests' worth beyond what was asked of it at once. */
const mostAhead = 40;
const keys = { wide: `sk-wide${'w'.repeat(40)}`, doomed: `sk-doomed${'d'.repeat(40)}` };
const gateways = ['text-gateway', 'text-gateway-2'];
const ingresses = { 'ingress-2': 'text-gateway', 'ingress-3': 'text-gateway-2' };

const configuration = `
models:
  call-model: { price: { call: ${callUsd} } }
channels:
  - name: sandbox
    provider: openai-compatible
    base_url: "\${HEADGATE_SANDBOX_URL}/v1"
    keys: ["upstream"]
    models: [call-model]
users:
  - { username: root, password: root-password-for-tests, role: root }
keys:
  - { name: wide, key: "${keys.wide}", quota_usd: ${calls * callUsd} }
  - { name: doomed, key: "${keys.doomed}", quota_usd: ${calls * callUsd} }
`;

const world = shareWorld(configuration, {
  textGateways: gateways.length,
  ingresses,
  env: {
    // Nothing is handed back while a test looks at what is held.
    'text-gateway': { HEADGATE_HEARTBEAT_MS: '100', HEADGATE_SLICE_IDLE_MS: '600000' },
  },
});

/** One second for the protocol's minutes. */
const soonReclaimed = {
  HEADGATE_OUTAGE_TOLERANCE_MS: '6000',
  HEADGATE_LONGEST_REQUEST_MS: '500',
  HEADGATE_RECLAIM_MARGIN_MS: '100',
  HEADGATE_SWEEP_MS: '100',
};

/** Sends so many requests to each gateway; gives the answers of each. */
function askEach(key: string, count: number): Promise<Answered[][]> {
  return Promise.all(
    Object.keys(ingresses).map((name) =>
      askMany({ baseUrl: world().baseUrlOf(name) }, { key }, count, atOnce),
    ),
  );
}

const ofKey = "'key:' || (select id from account.keys where name = $1)";

async function purseOf(name: string): Promise<{ granted: bigint; used: bigint; held: bigint }> {
  const [purse] = await world().sql(`select granted, used, held from ledger.purse where id = ${ofKey}`, [
    name,
  ]);
  return purse as { granted: bigint; used: bigint; held: bigint };
}

/** What each open run holds of a key. */
async function heldByRuns(name: string): Promise<Map<string, bigint>> {
  const rows = await world().sql(
    `select run, sum(granted - returned - consumed)::int8 as held from ledger.slice
     join ledger.run on run.id = slice.run
     where finished_at is null and array[${ofKey}] <@ path group by run`,
    [name],
  );
  return new Map(rows.map(({ run, held }) => [String(run), held as bigint]));
}

/**
 * Resolves when everything served is booked, and each gateway knows what it was granted: its heartbeats wait for one
 * another, and their answers come after those of earlier draws.
 */
async function awaitQuiet(name: string, served: number): Promise<void> {
  await waitFor(async () => (await purseOf(name)).used === BigInt(served) * callUnits, 'all is booked');
  const beats = async (): Promise<Map<unknown, bigint>> => {
    const rows = await world().sql('select id, beats from ledger.run where finished_at is null');
    return new Map(rows.map(({ id, beats: count }) => [id, count as bigint]));
  };
  const before = await beats();
  await waitFor(
    async () => [...(await beats())].every(([id, count]) => count >= (before.get(id) ?? 0n) + 3n),
    'every gateway was heard of',
  );
}

const served = (answers: readonly Answered[]): number => countStatuses(answers)[200] ?? 0;

test('while the ledger is away, what slices hold is served to the last whole request, and then 503', async () => {
  const warm = (await askEach(keys.wide, 12)).flat();
  expect(served(warm)).toBe(warm.length);
  await awaitQuiet('wide', warm.length);
  await world().service('ledger').kill();

  const { granted, used, held } = await purseOf('wide');
  const slices = [...(await heldByRuns('wide')).values()];
  expect(slices).toHaveLength(gateways.length);
  const formula = BigInt(gateways.length * (atOnce + mostAhead)) * callUnits;
  expect(held).toBeLessThanOrEqual(formula);
  expect(held).toBeLessThanOrEqual(granted - used);

  const away = await askEach(keys.wide, atOnce + mostAhead + 6);
  const whole = slices.map((units) => Number(units / callUnits)).sort((one, other) => one - other);
  expect(away.map(served).sort((one, other) => one - other)).toEqual(whole);
  const refused = away.flat().filter(({ status }) => status !== 200);
  expect(countStatuses(refused)).toEqual({ 503: refused.length });

  await world().service('ledger').start();
  const spent = warm.length + served(away.flat());
  await awaitQuiet('wide', spent);
  const rest = await askMany(
    { baseUrl: world().baseUrlOf('ingress-2') },
    { key: keys.wide },
    calls - spent + 5,
  );
  expect(countStatuses(rest)).toEqual({ 200: calls - spent, 402: 5 });
  await awaitClosedBooks({ ...world(), unitsOf: unitsAt({ call: callUsd }) });
});

test('what is lost with a node and its disk is at most what its slices held', async () => {
  const [ledger, gateway] = [world().service('ledger'), world().service('text-gateway-2')];
  await world().nats.kill();
  const answers = await askMany(
    { baseUrl: world().baseUrlOf('ingress-3') },
    { key: keys.doomed },
    10,
    atOnce,
  );
  expect(served(answers)).toBe(answers.length);
  await gateway.kill();
  const [[run, held] = ['', 0n]] = await heldByRuns('doomed');
  rmSync(world().journalDir('text-gateway-2'), { recursive: true });
  expect(BigInt(answers.length) * callUnits).toBeLessThanOrEqual(held);
  expect(held).toBeLessThanOrEqual(BigInt(atOnce + mostAhead) * callUnits);

  await world().nats.restart();
  await ledger.kill();
  await ledger.start({ env: soonReclaimed });
  await waitFor(async () => {
    const [row] = await world().sql('select reclaimed from ledger.run where id = $1', [run]);
    return row?.reclaimed;
  }, 'what the node held is taken back');
  expect(await purseOf('doomed')).toMatchObject({ used: 0n, held: 0n });
  await gateway.start();
});
