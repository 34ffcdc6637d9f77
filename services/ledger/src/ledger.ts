import type { Service } from '@headgate/runtime/lifecycle';
import { announceStatus } from '@headgate/runtime/nats/announce-status';
import { connectPostgres, waitForSchema } from '@headgate/runtime/postgres/connect';
import { databaseUrl } from '@headgate/runtime/postgres/database-url';
import { readInt8AsBigint } from '@headgate/runtime/postgres/types';
import { watchDatabase } from '@headgate/runtime/postgres/watch-database';
import { repeat } from '@headgate/runtime/repeat';
import { healthService } from '@headgate/runtime/rpc/health-service';
import { startRpcServer } from '@headgate/runtime/rpc/server';
import { createAnnounce } from './announce.ts';
import { forgetWindows } from './book/budgets/forget-windows.ts';
import { countOpenHolds, forgetHolds } from './book/holds/watch-holds.ts';
import { forgetNotices } from './book/notices/forget-notices.ts';
import { forgetRuns } from './book/runs/forget-runs.ts';
import { createSilenceWatch } from './book/runs/silence.ts';
import { type Config, schema } from './config.ts';
import { measureLag } from './consume/measure-lag.ts';
import { settleForever } from './consume/settle-forever.ts';
import { createLedgerMetrics } from './metrics.ts';
import { migrations } from './migrations/index.ts';
import { countOpenParked } from './parked/find-parked.ts';
import { makePartitions } from './partitions/partitions.ts';
import { sweepPartitions } from './partitions/sweep-partitions.ts';
import { createPriceBooks } from './pricing/price-books.ts';
import { ledgerService } from './rpc/service.ts';
import { passBy, type Reach } from './stage.ts';
import { addStatistics } from './statistics/add-statistics.ts';
import { linkNats } from './stream-link.ts';
import { sweepRuns } from './sweep.ts';
import { showVerdict } from './verify/show-verdict.ts';
import { verifyForever } from './verify/verify-forever.ts';

const hourMs = 60 * 60 * 1_000;
const dayMs = 24 * hourMs;
/** Draws and holds are waited for five seconds. Booking begins anew. */
const lockTimeoutMs = 4_000;

/** Starts a ledger: waits for the schema, then settles closes and answers calls. */
export async function createLedger(service: Service, config: Config, reach: Reach = passBy): Promise<void> {
  const { log, health, stopping } = service;
  readInt8AsBigint();
  const metrics = createLedgerMetrics(service.metrics);
  const books = createPriceBooks();
  const steadyMs = (): number => performance.now();

  const database = health.condition('database');
  const consumer = health.condition('billing stream');
  const knex = connectPostgres(databaseUrl({ ...config, schema }), {
    maxConnections: config.databaseConnections,
    pipeline: true,
    idleInTransactionMs: config.idleInTransactionMs,
    lockTimeoutMs,
  });
  service.onStop('database', () => knex.destroy());
  await waitForSchema(knex, schema, migrations, { log, signal: stopping });
  await makePartitions(knex, Date.now()).catch((error) =>
    log.warn({ err: error }, 'partitions are made later'),
  );

  const background: Promise<void>[] = [];
  const every = (task: string, everyMs: number, run: () => Promise<unknown>): void => {
    background.push(repeat(task, { everyMs, log, signal: stopping }, run));
  };
  service.onStop('background tasks', async () => void (await Promise.all(background)));
  every('partitions', hourMs, () => sweepPartitions({ knex, metrics, log }, config.usageRetentionDays));
  every('old runs', dayMs, () => forgetRuns(knex));
  every('old windows', dayMs, () => forgetWindows(knex));
  every('old holds', dayMs, () => forgetHolds(knex));
  every('old notices', dayMs, () => forgetNotices(knex));
  every('parked events', config.sweepMs, async () => metrics.openParked.set(await countOpenParked(knex)));
  every('open holds', config.sweepMs, async () => {
    const { open, overdue } = await countOpenHolds(knex, config.holdOverdueMs);
    metrics.openHolds.set(open);
    metrics.overdueHolds.set(overdue);
  });
  background.push(
    watchDatabase({ ask: () => knex.raw('select 1'), log, condition: database, signal: stopping }),
  );
  every('statistics', config.statisticsMs, () => addStatistics(knex));
  const { outageToleranceMs, longestRequestMs, reclaimMarginMs } = config;
  const silence = createSilenceWatch(outageToleranceMs + longestRequestMs + reclaimMarginMs, {
    everyMs: config.sweepMs,
    steadyMs,
  });
  every('sweep', config.sweepMs, () => sweepRuns({ knex, silence, metrics, log }));
  showVerdict(service.metrics, knex, config.verifyEveryMs);
  let isLeading = false;
  const { verifyEveryMs } = config;
  background.push(verifyForever({ knex, log, signal: stopping, isLeading: () => isLeading, verifyEveryMs }));

  const link = linkNats(config.natsUrl, log, service);
  service.onStop('NATS', link.close);
  const announce = createAnnounce(link.publish);
  let settling: Promise<void> | undefined;
  service.onStop('settling', () => settling);
  void link.connected.then(({ nats, ...stream }) => {
    announceStatus(service, nats, { gauges });
    every('stream lag', config.streamCheckMs, () => measureLag({ knex, manager: stream.manager, metrics }));
    settling = settleForever({
      ...stream,
      streamReplicas: config.streamReplicas,
      knex,
      books,
      announce,
      metrics,
      log,
      signal: stopping,
      steadyMs,
      periods: config,
      onReconnect: link.onConnect,
      onReady: () => consumer.set(true),
      onLead: (is) => {
        isLeading = is;
        metrics.leading.set(Number(is));
      },
      reach,
    });
  });

  const calls = ledgerService({
    knex,
    books,
    announce,
    metrics,
    log,
    nowMs: () => Date.now(),
    outageToleranceMs,
    holdOverdueMs: config.holdOverdueMs,
  });
  const address = { host: config.rpcHost, port: config.rpcPort };
  const rpc = await startRpcServer(address, [healthService(service), calls], service.security);
  service.onStop('calls', () => rpc.stop(config.stopGraceMs));
  log.info({ rpcPort: rpc.port }, 'answering calls');
}

/** What the ledger says of itself, read from its metrics. */
const gauges = {
  stream_lag_messages: 'headgate_ledger_stream_lag_messages',
  open_holds: 'headgate_ledger_open_holds',
  overdue_holds: 'headgate_ledger_overdue_holds',
  parked_events: 'headgate_ledger_open_parked',
  open_runs: 'headgate_ledger_open_runs',
};
