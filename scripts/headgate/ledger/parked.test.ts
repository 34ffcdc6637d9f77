import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Close, Ending, Kind } from '@headgate/proto/gen/headgate/events/v1/events';
import { LedgerClient } from '@headgate/proto/gen/headgate/ledger/v1/ledger';
import { call, connectRpc } from '@headgate/runtime/rpc/client';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { runCommand } from '../testing/run-command.ts';
import { startTestSystem, type TestSystem } from '../testing/start-system.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let system: TestSystem;
let ledger: LedgerClient;
let folder: string;
let owner: Client;
beforeAll(async () => {
  system = await startTestSystem();
  ledger = connectRpc(LedgerClient, system.ledgerAddress);
  folder = await mkdtemp(join(tmpdir(), 'headgate-parked-'));
  owner = new Client({ connectionString: system.databaseUrl });
  await owner.connect();
});
afterAll(async () => {
  ledger.close();
  await owner.end();
  await system.stop();
  await rm(folder, { recursive: true, force: true });
});

const parked = (...words: string[]) =>
  runCommand(['ledger', 'parked', ...words], { HEADGATE_LEDGER_ADDRESS: system.ledgerAddress });

/** A close on a purse that does not exist, as the ledger parks it. */
async function park(): Promise<{ number: string; id: string }> {
  const close = Close.fromPartial({
    id: randomUUID(),
    run: randomUUID(),
    seq: 1n,
    kind: Kind.SETTLE,
    path: ['user:nobody'],
    ending: Ending.COMPLETED,
  });
  const { rows } = await owner.query(
    `insert into ledger.parked (id, reason, payload) values ($1, 'unknown_purse', $2) returning seq`,
    [close.id, Buffer.from(Close.encode(close).finish())],
  );
  return { number: String(rows[0].seq), id: close.id };
}

test('what is parked is listed, shown, repaired from what was shown, and booked', async () => {
  const { number, id } = await park();
  const lines = (await parked('list', '--json')).stdout.trimEnd().split('\n');
  expect(lines.map((line) => JSON.parse(line))).toContainEqual(
    expect.objectContaining({ number, state: 'open', close: id }),
  );
  expect((await parked('list')).stdout).toMatch(
    new RegExp(`^ *${number} +\\S+Z +open +unknown_purse +${id}$`, 'm'),
  );
  expect(await parked('replay', number)).toMatchObject({
    status: 1,
    stdout: `${number} cannot be booked: unknown_purse\n`,
  });

  await call(ledger, ledger.openPurse, {
    purse: 'user:1',
    unlimited: true,
    source: 'test',
    grantedUnits: 0n,
  });
  const shown = (await parked('show', number)).stdout;
  const file = join(folder, 'repaired.json');
  await writeFile(file, shown.replace('user:nobody', 'user:1'));
  expect(await parked('repair', number, file, '--reason', 'renamed', '--by', 'ann')).toMatchObject({
    status: 0,
  });
  expect(await parked('replay', number)).toMatchObject({ status: 0, stdout: `${number} is booked\n` });
  expect((await parked('list')).stdout).not.toContain(id);
  expect((await parked('list', '--all')).stdout).toMatch(new RegExp(`^ *${number} .* booked .* ${id}$`, 'm'));
  const after = JSON.parse((await parked('show', number)).stdout);
  expect(after).toMatchObject({
    state: 'booked',
    original: [{ path: ['user:nobody'] }],
    closes: [{ path: ['user:1'] }],
  });
  expect(after.acts).toMatchObject([
    { kind: 'replayed', outcome: 'unknown_purse' },
    { kind: 'repaired', by: 'ann', reason: 'renamed' },
    { kind: 'replayed', outcome: 'booked' },
  ]);
});

test('a drop needs a reason', async () => {
  const { number } = await park();
  expect(await parked('drop', number)).toMatchObject({
    status: 2,
    stderr: expect.stringMatching(/say why: --reason WORDS/),
  });
  expect(await parked('drop', number, '--reason', 'ours')).toMatchObject({
    status: 0,
    stdout: `${number} is dropped\n`,
  });
  expect(await parked('replay', number)).toMatchObject({
    status: 1,
    stderr: `It was dropped already: event ${number}.\n`,
  });
});

test('what is not known or not understood is said', async () => {
  expect(await parked('show', '999')).toMatchObject({ status: 1, stderr: 'There is no parked event 999.\n' });
  for (const words of [
    ['show'],
    ['show', 'x'],
    ['burn'],
    ['list', '7'],
    ['repair', '1', '/nowhere', '--reason', 'x'],
  ])
    expect((await parked(...words)).status).toBe(2);
});

test('a repair is read from standard input, as FILE of every verb', async () => {
  const { number } = await park();
  const shown = (await parked('show', number)).stdout;
  const repaired = await runCommand(
    ['ledger', 'parked', 'repair', number, '-', '--reason', 'renamed'],
    { HEADGATE_LEDGER_ADDRESS: system.ledgerAddress },
    shown.replace('user:nobody', 'user:1'),
  );
  expect(repaired).toMatchObject({ status: 0, stdout: `${number} is repaired; replay it to book it\n` });
});

test('a repair in another encoding than UTF-8 is refused, and repairs nothing', async () => {
  const { number } = await park();
  const shown = (await parked('show', number)).stdout;
  const file = join(folder, 'latin.json');
  await writeFile(file, Buffer.from(shown.replace('user:nobody', 'user:J\xfcrgen'), 'latin1'));
  const refused = await parked('repair', number, file, '--reason', 'renamed');
  expect(refused.status).toBe(2);
  expect(refused.stderr).toMatch(/line \d+: It is not UTF-8/);
  expect((await parked('show', number)).stdout).toBe(shown);
});
