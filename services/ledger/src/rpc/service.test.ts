import { randomUUID, randomUUIDv7 } from 'node:crypto';
import { MeteredUnit, QuotaChanged, Recalled, Usage } from '@headgate/proto/gen/headgate/events/v1/events';
import {
  ChangeGrantResponse_Outcome as Changed,
  type GrantChange,
  HoldResponse_Outcome as HoldOutcome,
  HoldState_State,
  LedgerClient,
  DrawResponse_Outcome as Outcome,
  Price,
  RefundResponse_Outcome as Refunded,
} from '@headgate/proto/gen/headgate/ledger/v1/ledger';
import { quotaChangedSubject } from '@headgate/proto/subjects';
import { FaultError } from '@headgate/runtime/errors';
import { createRegistry } from '@headgate/runtime/metrics';
import { call, connectRpc } from '@headgate/runtime/rpc/client';
import { type RpcServer, startRpcServer } from '@headgate/runtime/rpc/server';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createAnnounce } from '../announce.ts';
import { createLedgerMetrics } from '../metrics.ts';
import { createPriceBooks } from '../pricing/price-books.ts';
import { settle } from '../testing/book.ts';
import { makeClose, makeHoldClose } from '../testing/close.ts';
import { quietLog } from '../testing/consumer.ts';
import { type LedgerDatabase, makeLedgerDatabase, setTestPrices } from '../testing/ledger-database.ts';
import { ledgerService } from './service.ts';

let database: LedgerDatabase;
let servers: RpcServer[];
let client: LedgerClient;
/** The ledger's clock. */
const nowMs = Date.parse('2026-11-21T12:00:00Z');
const announced: ({ recalled: Recalled } | { quotaChanged: string[] })[] = [];
beforeAll(async () => {
  database = await makeLedgerDatabase();
  // Two replicas, taken in turn.
  servers = await Promise.all([start(), start()]);
  client = connectRpc(LedgerClient, `ipv4:${servers.map(({ port }) => `127.0.0.1:${port}`).join(',')}`);
});
afterAll(async () => {
  client.close();
  for (const server of servers) await server.stop(100);
  await database.drop();
});
beforeEach(() => announced.splice(0));

function start(): Promise<RpcServer> {
  const announce = createAnnounce((subject, data) => {
    if (subject === quotaChangedSubject) announced.push({ quotaChanged: QuotaChanged.decode(data).purses });
    else announced.push({ recalled: Recalled.decode(data) });
  });
  const context = {
    knex: database.connect(),
    books: createPriceBooks(),
    announce,
    metrics: createLedgerMetrics(createRegistry('ledger')),
    log: quietLog,
    nowMs: () => nowMs,
    outageToleranceMs: 900_000,
    holdOverdueMs: 86_400_000,
  };
  return startRpcServer({ host: '127.0.0.1', port: 0 }, [ledgerService(context)]);
}

const open = (
  purse: string,
  grantedUnits: bigint,
  of: { unlimited?: boolean; source?: string; change?: GrantChange } = {},
) => call(client, client.openPurse, { purse, unlimited: false, source: 'config', grantedUnits, ...of });

const drawUnits = (run: string, path: string[], drawNo: bigint, need: bigint) =>
  call(client, client.draw, { run, path, drawNo, need, want: need });

async function faultOf(answer: Promise<unknown>): Promise<unknown> {
  const error = await answer.then(
    () => undefined,
    (reason) => reason,
  );
  return error instanceof FaultError ? error.fault : error;
}

test('a draw says for how long the run may go on by itself', async () => {
  await open('user:valid', 100n);
  expect(await drawUnits(randomUUID(), ['user:valid'], 1n, 10n)).toMatchObject({
    outcome: Outcome.GRANTED,
    grantedTotal: 10n,
    validForMs: 900_000,
  });
});

test('a short draw recalls the purses that lack, and names who holds them', async () => {
  await open('user:short', 100n);
  await open('key:short', 1_000n);
  announced.splice(0);
  const [holder, asker] = [randomUUID(), randomUUID()];
  await drawUnits(holder, ['user:short'], 1n, 80n);
  const answer = await drawUnits(asker, ['key:short', 'user:short'], 1n, 30n);
  expect(answer).toMatchObject({ outcome: Outcome.SHORT, grantedTotal: 0n, recalledRuns: [holder] });
  expect(announced).toEqual([{ recalled: { recallId: answer.recallId, purses: ['user:short'] } }]);
  expect(answer.recallId).not.toBe('');

  await call(client, client.return, { run: holder, slices: [{ path: ['user:short'], returnedTotal: 80n }] });
  expect(await drawUnits(asker, ['key:short', 'user:short'], 2n, 30n)).toMatchObject({
    outcome: Outcome.GRANTED,
  });
});

test('an empty purse recalls nothing', async () => {
  await open('user:empty', 10n);
  announced.splice(0);
  expect(await drawUnits(randomUUID(), ['user:empty'], 1n, 11n)).toMatchObject({ outcome: Outcome.EMPTY });
  expect(announced).toEqual([]);
});

test('the order in which a path is written does not matter', async () => {
  await open('user:order', 100n);
  await open('key:order', 100n);
  const run = randomUUID();
  await drawUnits(run, ['user:order', 'key:order'], 1n, 10n);
  expect(await drawUnits(run, ['key:order', 'user:order'], 1n, 10n)).toMatchObject({ grantedTotal: 10n });
});

test('opening a purse twice grants once; a raise and a lowering are announced', async () => {
  expect(await open('user:grant', 100n)).toEqual({
    purse: { id: 'user:grant', granted: 100n, used: 0n, held: 0n, unlimited: false },
    adjustedUnits: 100n,
    changeOutcome: Changed.UNSPECIFIED,
  });
  expect(announced).toEqual([{ quotaChanged: ['user:grant'] }]);
  announced.splice(0);
  expect((await open('user:grant', 100n)).adjustedUnits).toBe(0n);
  expect(announced).toEqual([]);

  expect((await open('user:grant', 50n, { source: 'top-up' })).purse?.granted).toBe(150n);
  const lowered = await open('user:grant', 70n);
  expect(lowered).toMatchObject({ adjustedUnits: -30n, purse: { granted: 120n } });
  expect(announced).toMatchObject([
    { quotaChanged: ['user:grant'] },
    { recalled: { purses: ['user:grant'] } },
  ]);
});

test('a limit that comes with its balance is announced as both, once', async () => {
  await open('user:limit', 0n, { unlimited: true });
  announced.splice(0);
  const change = { id: randomUUIDv7(), source: 'admin:1', units: 70n };
  for (const purse of ['first', 'again']) {
    expect(await open('user:limit', 0n, { change }), purse).toMatchObject({
      purse: { granted: 70n, unlimited: false },
      adjustedUnits: 0n,
      changeOutcome: Changed.CHANGED,
    });
  }
  expect(announced).toMatchObject([
    { quotaChanged: ['user:limit'] },
    { recalled: { purses: ['user:limit'] } },
  ]);
});

test('a purse that becomes unlimited is announced', async () => {
  await open('user:flip', 100n);
  announced.splice(0);
  expect((await open('user:flip', 100n, { unlimited: true })).purse?.unlimited).toBe(true);
  expect(announced).toEqual([{ quotaChanged: ['user:flip'] }]);
});

test('what runs hold of a purse that gets a limit is recalled', async () => {
  await open('user:caught', 100n, { unlimited: true });
  announced.splice(0);
  expect(await open('user:caught', 100n)).toMatchObject({ adjustedUnits: 0n, purse: { unlimited: false } });
  expect(announced).toMatchObject([{ recalled: { purses: ['user:caught'] } }]);
});

test('many that open one purse at once grant once', async () => {
  const answers = await Promise.all(Array.from({ length: 10 }, () => open('user:race', 100n)));
  expect(answers.map(({ adjustedUnits }) => adjustedUnits).sort()).toEqual([...Array(9).fill(0n), 100n]);
  const found = await call(client, client.getPurses, { purses: ['user:race', 'user:nobody'] });
  expect(found).toMatchObject({ purses: [{ id: 'user:race', granted: 100n }], nowMs: BigInt(nowMs) });
});

test('prices, bounds and the heartbeat speak of one version', async () => {
  const price = Price.fromPartial({ model: 'm', input: '1', output: '2' });
  const applied = await call(client, client.applyPrices, {
    prices: [price],
    groups: [{ group: 'default', ratio: '1', models: {} }],
    prune: false,
    dryRun: false,
  });
  expect(applied.changed).toBe(true);
  const { version } = applied;
  expect(await call(client, client.getBounds, { afterVersion: version - 1n, byRatio: false })).toMatchObject({
    version,
    bounds: [{ model: 'm', group: 'default', input: 500_000n, output: 1_000_000n, call: 0n, metered: [] }],
  });
  const same = await call(client, client.getBounds, { afterVersion: version, byRatio: true });
  expect(same).toEqual({ version, bounds: [], rates: [], ratios: [] });
  const listed = await call(client, client.listPrices, { knownDigest: Buffer.alloc(0) });
  expect(listed).toMatchObject({ version, groups: [{ group: 'default', ratio: '1', models: {} }] });
  expect(listed.prices.find(({ model }) => model === 'm')).toMatchObject({
    model: 'm',
    input: price.input,
    call: '0',
  });
  // What is listed says the same when it is applied again.
  const again = { prices: listed.prices, groups: listed.groups, prune: true, dryRun: true };
  expect(await call(client, client.applyPrices, again)).toMatchObject({ version, changed: false });
  const beat = await call(client, client.heartbeat, { run: randomUUID(), openRequests: 3n });
  expect(beat).toEqual({ appliedSeq: 0n, priceVersion: version, nowMs: BigInt(nowMs) });
});

test('a run that has finished is refused with a fault about the run', async () => {
  await open('user:ended', 100n);
  const run = randomUUID();
  await drawUnits(run, ['user:ended'], 1n, 10n);
  expect(await call(client, client.finishRun, { run, lastSeq: 0n })).toEqual({
    appliedSeq: 0n,
    finished: true,
  });
  expect(await faultOf(drawUnits(run, ['user:ended'], 2n, 10n))).toMatchObject({
    status: 409,
    code: 'run_finished',
  });
  const { purses } = await call(client, client.getPurses, { purses: ['user:ended'] });
  expect(purses).toMatchObject([{ held: 0n }]);
});

test('unknown purses are named in the fault', async () => {
  const fault = await faultOf(drawUnits(randomUUID(), ['user:nobody'], 1n, 10n));
  expect(fault).toMatchObject({
    status: 404,
    code: 'unknown_purse',
    message: expect.stringContaining('user:nobody'),
  });
});

const openWith = (of: Partial<GrantChange>) =>
  open('user:x', 1n, { change: { id: randomUUIDv7(), source: 'admin:1', units: 1n, ...of } });
const refusals: [string, () => Promise<unknown>, string][] = [
  ['a run that is no UUID', () => drawUnits('run', ['user:x'], 1n, 1n), 'run'],
  ['an empty path', () => drawUnits(randomUUID(), [], 1n, 1n), 'path'],
  ['a purse twice in a path', () => drawUnits(randomUUID(), ['user:x', 'user:x'], 1n, 1n), 'path'],
  ['a draw without a number', () => drawUnits(randomUUID(), ['user:x'], 0n, 1n), 'draw_no'],
  ['a negative need', () => drawUnits(randomUUID(), ['user:x'], 1n, -1n), 'need'],
  [
    'a hold of less than nothing',
    () => call(client, client.hold, { id: randomUUID(), path: ['user:x'], amount: -1n, ref: '' }),
    'amount',
  ],
  ['the release of no id', () => call(client, client.releaseHold, { id: 'task' }), 'id'],
  ['a negative grant', () => open('user:x', -1n), 'granted_units'],
  ['a grant without a source', () => open('user:x', 1n, { source: '' }), 'source'],
  ['a change of no id', () => openWith({ id: 'x' }), 'change.id'],
  ['a change of nothing', () => openWith({ units: 0n }), 'change.units'],
  ['a change of the total beside it', () => openWith({ source: 'config' }), 'change.source'],
  ['a purse without an id', () => open('', 1n), 'purse'],
  [
    'a price that is none',
    () =>
      call(client, client.applyPrices, {
        prices: [Price.fromPartial({ model: 'bad', input: 'x' })],
        groups: [],
        prune: false,
        dryRun: false,
      }),
    'prices.bad.input',
  ],
];

for (const [what, ask, param] of refusals) {
  test(`${what} is refused`, async () => {
    expect(await faultOf(ask())).toMatchObject({ status: 400, code: 'invalid_request', param });
  });
}

test('a hold is taken, short with a recall, seen and released', async () => {
  await open('user:media', 100n);
  const [run, id, other] = [randomUUID(), randomUUID(), randomUUID()];
  await drawUnits(run, ['user:media'], 1n, 50n);
  announced.splice(0);
  const hold = { path: ['user:media'], ref: 'task' };
  const short = await call(client, client.hold, { ...hold, id, amount: 60n });
  expect(short).toMatchObject({ outcome: HoldOutcome.SHORT, recalledRuns: [run], lacking: ['user:media'] });
  expect(announced).toEqual([{ recalled: { recallId: short.recallId, purses: ['user:media'] } }]);
  expect(await call(client, client.hold, { ...hold, id, amount: 50n })).toMatchObject({
    outcome: HoldOutcome.HELD,
  });
  expect(await call(client, client.releaseHold, { id: other })).toEqual({ state: HoldState_State.RELEASED });
  expect(await call(client, client.hold, { ...hold, id: other, amount: 1n })).toMatchObject({
    outcome: HoldOutcome.RELEASED,
  });
  const { holds } = await call(client, client.getHolds, { ids: [id, other, randomUUID()] });
  expect(new Set(holds)).toEqual(
    new Set([
      { id, state: HoldState_State.HELD, amount: 50n, closeId: '' },
      { id: other, state: HoldState_State.RELEASED, amount: 0n, closeId: '' },
    ]),
  );
});

test('a hold that was closed says what its close was billed, which is not always what was held', async () => {
  await open('user:rendered', 100n);
  await setTestPrices(database.knex);
  const [id, run, path] = [randomUUID(), randomUUID(), ['user:rendered']];
  const { priceVersion } = await call(client, client.heartbeat, { run, openRequests: 0n });
  await call(client, client.hold, { id, path, amount: 50n, ref: 'task' });
  const close = makeHoldClose({ holdId: id, path, inputTokens: 30n, priceVersion });
  await settle(database.knex, [close]);
  const { holds } = await call(client, client.getHolds, { ids: [id] });
  expect(holds).toEqual([
    { id, state: HoldState_State.CLOSED, amount: 50n, closeId: close.id, billedAmount: 30n },
  ]);
});

test('a hold whose close was given up says that nothing was billed', async () => {
  await open('user:given-up', 100n);
  const [id, path] = [randomUUID(), ['user:given-up']];
  await call(client, client.hold, { id, path, amount: 50n, ref: 'task' });
  const close = makeHoldClose({ holdId: id, path, inputTokens: 30n, priceModel: 'unsold' });
  await settle(database.knex, [close]);
  const { parked } = await call(client, client.listParked, { openOnly: true, afterSeq: 0n, limit: 1_000 });
  const { seq } = parked.find((event) => event.id === close.id) ?? { seq: 0n };
  await call(client, client.dropParked, { seq, by: 'ann', reason: 'nobody sells it' });
  const { holds } = await call(client, client.getHolds, { ids: [id] });
  expect(holds).toMatchObject([{ state: HoldState_State.CLOSED, closeId: close.id, billedAmount: 0n }]);
});

test('a refund is answered by what became of it, and the gateways learn of the quota', async () => {
  await open('user:refunded', 100n);
  const [id, requestId] = [randomUUID(), randomUUID()];
  expect(await call(client, client.refund, { id, requestId, units: 4n })).toEqual({
    outcome: Refunded.NOT_BILLED,
  });
  await setTestPrices(database.knex);
  const run = randomUUID();
  const { priceVersion } = await call(client, client.heartbeat, { run, openRequests: 0n });
  const path = ['user:refunded'];
  await settle(database.knex, [
    makeClose({ id: requestId, run, seq: 1n, path, inputTokens: 10n, priceVersion }),
  ]);
  announced.splice(0);
  const outcomes = [];
  for (const units of [4n, 4n, 5n]) {
    outcomes.push((await call(client, client.refund, { id, requestId, units })).outcome);
  }
  expect(outcomes).toEqual([Refunded.REFUNDED, Refunded.REFUNDED, Refunded.OTHER_CONTENT]);
  expect(announced).toEqual([{ quotaChanged: ['user:refunded'] }]);
  const more = { id: randomUUID(), requestId, units: 7n };
  expect(await call(client, client.refund, more)).toEqual({ outcome: Refunded.EXCEEDS });
});

test('a quote is what the same usage will be billed, by the prices of a version', async () => {
  await setTestPrices(database.knex);
  const metered = [{ unit: MeteredUnit.SECOND, variant: '768P', quantity: 4_000n }];
  const usage = Usage.fromPartial({ metered });
  const price = Price.fromPartial({
    model: 'quoted-video',
    metered: [{ unit: MeteredUnit.SECOND, variant: '768P', price: '0.08' }],
  });
  const { version } = await call(client, client.applyPrices, {
    prices: [price],
    groups: [],
    prune: false,
    dryRun: false,
  });
  // 4 x 0.08 x 500,000
  expect(await call(client, client.quote, { priceModel: 'quoted-video', group: 'default', usage })).toEqual({
    ...{ priced: true, metered: true },
    amount: 160_000n,
    priceVersion: version,
    nowMs: BigInt(nowMs),
  });
});

test('a usage that no price names is not quoted', async () => {
  const quote = (priceModel: string, group: string, variant: string) => {
    const metered = [{ unit: MeteredUnit.SECOND, variant, quantity: 4_000n }];
    return call(client, client.quote, { priceModel, group, usage: Usage.fromPartial({ metered }) });
  };
  expect(await quote('quoted-video', 'default', '2K')).toMatchObject({ priced: false, amount: 0n });
  expect(await quote('nobody-knows-it', 'default', '768P')).toMatchObject({ priced: false });
  expect(await quote('quoted-video', 'nobodys-group', '768P')).toMatchObject({ priced: false });
});

test('images are not quoted where seconds alone have a price, unless each call has one', async () => {
  await setTestPrices(database.knex);
  const second = [{ unit: MeteredUnit.SECOND, variant: '', price: '0.08' }];
  const free = { unit: MeteredUnit.IMAGE, variant: '', price: '0' };
  const prices = [
    Price.fromPartial({ model: 'by-seconds', metered: second }),
    Price.fromPartial({ model: 'by-seconds-and-call', metered: second, call: '0.5' }),
    Price.fromPartial({ model: 'images-for-nothing', metered: [...second, free] }),
  ];
  await call(client, client.applyPrices, { prices, groups: [], prune: false, dryRun: false });
  const metered = [{ unit: MeteredUnit.IMAGE, variant: '1k', quantity: 2n }];
  const usage = Usage.fromPartial({ calls: 1n, metered });
  const quote = (priceModel: string) => call(client, client.quote, { priceModel, group: 'default', usage });
  expect(await quote('by-seconds')).toMatchObject({ priced: false, amount: 0n });
  expect(await quote('by-seconds-and-call')).toMatchObject({ metered: false, amount: 250_000n });
  expect(await quote('images-for-nothing')).toMatchObject({ priced: true, amount: 0n, metered: true });
});
