import { age, integer, port, postgresUrl, readConfig, text } from '@headgate/runtime/config';
import { natsUrl } from '@headgate/runtime/nats/read-servers';
import type { DatabaseLocation } from '@headgate/runtime/postgres/database-url';

const seconds = 1_000;
const minutes = 60 * seconds;

/** The schema that holds every table of this service. */
export const schema = 'ledger';

export type Config = ReturnType<typeof readLedgerConfig>;

const database = {
  serviceUrl: postgresUrl('HEADGATE_LEDGER_DATABASE_URL', ''),
  ownerUrl: postgresUrl('DATABASE_URL', ''),
};

export function readLedgerConfig(env: NodeJS.ProcessEnv) {
  return readConfig(env, {
    ...database,
    databaseConnections: integer('HEADGATE_DATABASE_CONNECTIONS', 10, { min: 2, max: 500 }),
    natsUrl: natsUrl('NATS_URL'),
    /** Servers of a NATS cluster that keep the billing stream, where this process makes it. */
    streamReplicas: integer('HEADGATE_STREAM_REPLICAS', 1, { min: 1, max: 5 }),
    rpcHost: text('HEADGATE_RPC_HOST', '127.0.0.1'),
    rpcPort: port('HEADGATE_RPC_PORT'),
    outageToleranceMs: age('HEADGATE_OUTAGE_TOLERANCE_MS', 15 * minutes, { min: 1 }),
    longestRequestMs: age('HEADGATE_LONGEST_REQUEST_MS', 60 * minutes, { min: 1 }),
    reclaimMarginMs: age('HEADGATE_RECLAIM_MARGIN_MS', 1 * minutes, { min: 1 }),
    /** A hold that is open for longer is counted as overdue; nothing releases it but its task, or a person. */
    holdOverdueMs: age('HEADGATE_HOLD_OVERDUE_MS', 24 * 60 * minutes, { min: 1 }),
    /** How long lines of the usage log are kept, in whole months after that; 0 keeps them for ever. */
    usageRetentionDays: integer('HEADGATE_USAGE_RETENTION_DAYS', 0),
    sweepMs: integer('HEADGATE_SWEEP_MS', 10 * seconds, { min: 1 }),
    /** How often what was booked is added to the statistics. */
    statisticsMs: integer('HEADGATE_STATISTICS_MS', 1 * seconds, { min: 1 }),
    /** How old the newest verdict on the books may become before they are verified again; 0 is never. */
    verifyEveryMs: age('HEADGATE_VERIFY_EVERY_MS', 24 * 60 * minutes),
    streamCheckMs: integer('HEADGATE_STREAM_CHECK_MS', 5 * seconds, { min: 1 }),
    /** How often closes are booked that come a few at a time. */
    settleEveryMs: integer('HEADGATE_SETTLE_EVERY_MS', 100),
    followMs: integer('HEADGATE_FOLLOW_MS', 1 * seconds, { min: 1 }),
    /** How long the cursor may stand still before another replica takes over. */
    takeOverMs: integer('HEADGATE_TAKE_OVER_MS', 3 * seconds, { min: 1 }),
    /** A stopped process must not keep the rows of others locked for longer. */
    idleInTransactionMs: integer('HEADGATE_IDLE_IN_TRANSACTION_MS', 10 * seconds, { min: 1 }),
    /** How long running calls may go on when the process stops. */
    stopGraceMs: integer('HEADGATE_STOP_GRACE_MS', 5 * seconds),
  });
}

export function readDatabaseLocation(env: NodeJS.ProcessEnv): DatabaseLocation {
  return { ...readConfig(env, database), schema };
}
