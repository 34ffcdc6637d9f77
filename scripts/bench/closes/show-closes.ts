import { LedgerClient } from '@headgate/proto/gen/headgate/ledger/v1/ledger';
import { createLog } from '@headgate/runtime/log';
import { connectNats } from '@headgate/runtime/nats/connect';
import { connectRpc } from '@headgate/runtime/rpc/client';
import type { JetStreamClient } from 'nats';
import { createSql, type Sql } from '../../e2e/testing/sql.ts';
import type { DevFile } from '../../start/home/dev-file.ts';
import { cpuUsOf, cpuUsOfTree } from '../measure.ts';
import { fillBooks } from './fill-books.ts';
import { awaitStatistics, followCursor } from './follow-cursor.ts';
import { type Gateways, startGateways } from './gateways.ts';
import { lagOf } from './lag.ts';
import type { ClosesLane } from './lanes.ts';
import { publish, type Sent } from './publish.ts';
import { type ClosesRound, closesHeader, closesRow, ratioLine } from './table.ts';

const warmUpCloses = 10_000;
const closes = 100_000;
/** As a gateway sends what waits in its journal. */
const mostPerMessage = 500;
/** At half of what the ledger can do, in messages as two busy gateways send them. */
const [lagSeconds, messagesPerSecond] = [4, 800];
/** Above the ids that the configuration's keys have, and apart from one another. */
const firstKey = 1_000_000;

interface Under {
  jetstream: JetStreamClient;
  sql: Sql;
  ledgerPid: number;
  postgresPid: number | undefined;
}

interface Started {
  lane: ClosesLane;
  gateways: Gateways;
  rounds: ClosesRound[];
}

/** Lanes of closes: their rounds in turn, a row for each, and what the first is of the second. Then those on large tables. */
export async function showCloses(
  lanes: readonly ClosesLane[],
  { dev, rounds, say }: { dev: DevFile; rounds: number; say: (line: string) => void },
): Promise<void> {
  const ledger = connectRpc(LedgerClient, dev.services.ledger?.[0]?.rpcAddress ?? '');
  const nats = await connectNats({ url: dev.natsUrl, name: 'bench', log: createLog('bench', 'silent') });
  const sql = createSql(dev.databaseUrl);
  try {
    const under: Under = {
      jetstream: nats.jetstream({ timeout: 60_000 }),
      sql,
      ledgerPid: dev.services.ledger?.[0]?.pid ?? 0,
      postgresPid: dev.parts.postgres?.pid,
    };
    const start = async (lane: ClosesLane, index: number): Promise<Started> => {
      const gateways = await startGateways(ledger, { keys: lane.keys, firstKey: firstKey * (index + 1) });
      await book(under, gateways.write(warmUpCloses, mostPerMessage));
      return { lane, gateways, rounds: [] };
    };
    const inTurn: Started[] = [];
    for (const lane of lanes.filter(({ entries }) => !entries)) inTurn.push(await start(lane, inTurn.length));
    for (let round = 0; round < rounds; round += 1) {
      for (const one of inTurn) one.rounds.push(await runRound(under, one.gateways));
    }
    if (inTurn.length > 0) for (const line of ['', ...closesHeader]) say(line);
    for (const { lane, rounds: all } of inTurn) say(closesRow(lane, all));
    const [one, other] = inTurn;
    if (one && other) say(`\n${ratioLine([one.lane, other.lane], [one.rounds, other.rounds])}`);
    for (const lane of lanes.filter(({ entries }) => entries)) {
      await fillBooks(sql, lane.entries ?? 0, say);
      const alone = await start(lane, lanes.indexOf(lane) + lanes.length);
      for (let round = 0; round < rounds; round += 1)
        alone.rounds.push(await runRound(under, alone.gateways));
      for (const line of ['', ...closesHeader, closesRow(lane, alone.rounds)]) say(line);
    }
  } finally {
    ledger.close();
    await nats.close();
    await sql.end();
  }
}

async function runRound(under: Under, gateways: Gateways): Promise<ClosesRound> {
  const messages = gateways.write(closes, mostPerMessage);
  const cpuUs = (): [number, number | undefined] => [
    cpuUsOf(under.ledgerPid),
    under.postgresPid === undefined ? undefined : cpuUsOfTree(under.postgresPid),
  ];
  const before = cpuUs();
  const elapsedMs = await book(under, messages);
  await awaitStatistics(under.sql);
  const [ledgerUs, postgresUs] = cpuUs().map(
    (us, index) => ((us ?? Number.NaN) - (before[index] ?? 0)) / closes,
  );
  const entriesPerSecond = (closes * 1_000) / elapsedMs;
  const perMessage = Math.max(1, Math.round(entriesPerSecond / 2 / messagesPerSecond));
  return {
    entriesPerSecond,
    ledgerUs: ledgerUs ?? 0,
    postgresUs: under.postgresPid === undefined ? undefined : postgresUs,
    perSecond: perMessage * messagesPerSecond,
    lag: await lagAtRate(under, gateways.write(perMessage * messagesPerSecond * lagSeconds, perMessage)),
  };
}

/** Publishes without a pause; returns the milliseconds until all is booked. */
async function book({ jetstream, sql }: Under, messages: readonly Uint8Array[]): Promise<number> {
  const begun = performance.now();
  let last: number | undefined;
  const publishing = publish(jetstream, messages, 0).then((sent) => {
    last = lastSeqOf(sent);
  });
  const [seen] = await Promise.all([followCursor(sql, 20, () => last), publishing]);
  return (seen.at(-1)?.atMs ?? 0) - begun;
}

async function lagAtRate({ jetstream, sql }: Under, messages: readonly Uint8Array[]) {
  let last: number | undefined;
  const publishing = publish(jetstream, messages, 1_000 / messagesPerSecond).then((sent) => {
    last = lastSeqOf(sent);
    return sent;
  });
  const [seen, sent] = await Promise.all([followCursor(sql, 2, () => last), publishing]);
  await awaitStatistics(sql);
  return lagOf(sent, seen);
}

function lastSeqOf(sent: readonly Sent[]): number {
  return sent.at(-1)?.seq ?? 0;
}
