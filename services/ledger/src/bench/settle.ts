/**
 * What it costs to book closes, without the stream that carries them, for profiles and for PostgreSQL's side:
 * `HEADGATE_TEST_DATABASE_URL=... node src/bench/settle.ts [closes of a batch] [keys] [closes of a message]`, in a database
 * of its own, dropped afterwards.
 */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { type Close, CloseBatch, Usage } from '@headgate/proto/gen/headgate/events/v1/events';
import { keyPurse, sortPath, userPurse } from '@headgate/proto/purses';
import { createRegistry } from '@headgate/runtime/metrics';
import { rowsOf } from '@headgate/runtime/postgres/rows';
import { type Cursor, makeCursor } from '../book/cursor.ts';
import { draw } from '../book/slices/draw.ts';
import { readCloses } from '../consume/read-closes.ts';
import { report } from '../consume/report.ts';
import { settleBatch } from '../consume/settle-batch.ts';
import { createLedgerMetrics } from '../metrics.ts';
import { createPriceBooks } from '../pricing/price-books.ts';
import { passBy } from '../stage.ts';
import { openPurses } from '../testing/book.ts';
import { makeClose } from '../testing/close.ts';
import { quietLog } from '../testing/consumer.ts';
import { makeLedgerDatabase, setTestPrices } from '../testing/ledger-database.ts';

const [perBatch = 1_000, keys = 1_000, perMessage = 500] = process.argv.slice(2).map(Number);
const rounds = 5;
const batchesPerRound = Math.ceil(Math.min(50_000 / perBatch, 500));
const sliceUnits = 10n ** 12n;

const run = randomUUID();
const paths = Array.from({ length: keys }, (_, index) =>
  sortPath([keyPurse(BigInt(index)), userPurse(BigInt(index % Math.ceil(keys / 10)))]),
);
const usage = Usage.fromPartial({ inputFresh: 900n, inputCacheRead: 100n, outputVisible: 250n });
let seq = 0n;

const database = await makeLedgerDatabase();
try {
  const { knex } = database;
  await setTestPrices(knex);
  await openPurses(knex, Object.fromEntries(paths.flat().map((purse) => [purse, 10n ** 16n])));
  for (const path of paths) {
    await draw(knex, { run, path, drawNo: 1n, need: sliceUnits, want: sliceUnits }, { toleranceMs: 60_000 });
  }
  let cursor: Cursor = { stream: 'bench', streamCreated: '', lastSeq: 0n, lastMessageId: '' };
  await makeCursor(knex, cursor);
  const context = { knex, books: createPriceBooks(), reach: passBy };
  const reporting = {
    knex,
    announce: { noticesGiven() {} },
    metrics: createLedgerMetrics(createRegistry('ledger')),
    log: quietLog,
  };
  const [backend] = await rowsOf<{ pid: number }>(knex, 'select pg_backend_pid() as pid', []);

  for (let round = 0; round <= rounds; round += 1) {
    const batches = Array.from({ length: batchesPerRound }, encodeBatch);
    const [cpu, backendUs, began] = [process.cpuUsage(), cpuUsOf(backend?.pid), performance.now()];
    for (const messages of batches) {
      const read = messages.map(readCloses);
      const to = { ...cursor, lastSeq: cursor.lastSeq + 1n };
      const posted = await settleBatch(
        context,
        { closes: read.flatMap(({ closes }) => closes), parked: read.flatMap(({ parked }) => parked) },
        cursor,
        to,
      );
      if (posted === 'outrun') throw new Error('somebody else settles here');
      await report(reporting, posted);
      cursor = to;
    }
    const closes = perBatch * batchesPerRound;
    const { user, system } = process.cpuUsage(cpu);
    const each = [user + system, cpuUsOf(backend?.pid) - backendUs].map((us) => (us / closes).toFixed(1));
    const perSecond = ((closes * 1_000) / (performance.now() - began)).toFixed(0);
    process.stdout.write(
      `${round}: ${perSecond} a second; CPU us: ledger ${each[0]}, its backend ${each[1]}\n`,
    );
  }
} finally {
  await database.drop();
}

function encodeBatch(): Uint8Array[] {
  const messages: Uint8Array[] = [];
  for (let left = perBatch; left > 0; left -= perMessage) {
    const closes = Array.from({ length: Math.min(perMessage, left) }, next);
    messages.push(CloseBatch.encode({ closes }).finish());
  }
  return messages;
}

function next(): Close {
  seq += 1n;
  const path = paths[Number(seq) % keys] ?? [];
  return makeClose({ run, seq, path, usage, reserved: 5_000n, consumed: 165n, keyId: seq % BigInt(keys) });
}

/** Of a process on this machine; 0 where PostgreSQL runs elsewhere. */
function cpuUsOf(pid = 0): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
    return (Number(fields[11]) + Number(fields[12])) * 10_000;
  } catch {
    return 0;
  }
}
