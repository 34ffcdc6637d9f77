import type { Service } from '@headgate/runtime/lifecycle';
import { announceStatus } from '@headgate/runtime/nats/announce-status';
import { createFetch } from '@headgate/runtime/outbound/egress/create-fetch';
import { createMayConnect } from '@headgate/runtime/outbound/may-connect';
import { resolveName } from '@headgate/runtime/outbound/resolve';
import { connectPostgres, waitForSchema } from '@headgate/runtime/postgres/connect';
import { databaseUrl } from '@headgate/runtime/postgres/database-url';
import { keepSealed } from '@headgate/runtime/postgres/keep-sealed';
import { readInt8AsBigint } from '@headgate/runtime/postgres/types';
import { healthService } from '@headgate/runtime/rpc/health-service';
import { startRpcServer } from '@headgate/runtime/rpc/server';
import { version } from '@headgate/runtime/version';
import { createAnnouncer } from './announce.ts';
import { createCatalogCache } from './catalog/cache.ts';
import { type AccountConfig, schema } from './config.ts';
import type { Context } from './context.ts';
import { connectLedger } from './ledger.ts';
import { startOutbox } from './mails/outbox.ts';
import { connectMail } from './mails/send-mail.ts';
import { createAccountMetrics } from './metrics.ts';
import { migrations } from './migrations/index.ts';
import { startNotices } from './notices/run.ts';
import { keepFinishingClaims } from './redemptions/finish.ts';
import { sweepResponsePins } from './response-pins/sweep.ts';
import { sealedColumns } from './sealed-columns.ts';
import { accountService } from './service.ts';
import { createIssuers } from './sign-in-providers/issuers.ts';
import { keepTelling } from './spenders/tell-again.ts';
import { passBy, type Reach } from './stage.ts';
import { createPasswords } from './users/passwords.ts';
import { watchVersions } from './versions/watch.ts';
import { createWarningCourier } from './warnings/courier.ts';
import { createWebhookCourier } from './webhooks/courier.ts';

/** Calls in flight at the stop may take this long to end. */
const graceMs = 10_000;

/** A stopped process must not keep the versions row locked for longer. */
const idleInTransactionMs = 10_000;

/** What account says of itself, read from its metrics. */
const gauges = { unreadable_channels: 'headgate_account_unreadable_channels' };

/** Starts account: waits for its tables, then serves. */
export async function createAccount(
  service: Service,
  config: AccountConfig,
  reach: Reach = passBy,
): Promise<void> {
  const { log, health, stopping: signal } = service;
  readInt8AsBigint();

  const knex = connectPostgres(databaseUrl(config.database), {
    maxConnections: config.databaseConnections,
    idleInTransactionMs,
  });
  service.onStop('database', () => knex.destroy());
  await waitForSchema(knex, schema, migrations, { log, signal });

  const ledger = connectLedger(config.ledgerAddress, { security: service.security });
  service.onStop('ledger', ledger.close);
  const metrics = createAccountMetrics(service.metrics);
  const { masterKey, responsePinMs, responsePinSweepMs } = config;
  const tools = {
    mayConnect: createMayConnect(config.webhookAllow),
    resolve: resolveName,
    egress: config.egress,
  };
  const send = connectMail({ url: config.smtpUrl, from: config.smtpFrom });
  const delivery = { knex, log, metrics, settings: config };
  const notices = startNotices(
    { knex, log, ledger, pollMs: config.webhookPollMs },
    [
      createWebhookCourier({ ...delivery, masterKey, ...tools }, signal),
      createWarningCourier({ ...delivery, send }),
    ],
    signal,
  );
  service.onStop('notices', () => notices.ended);
  const mails = startOutbox({ send, log, metrics }, signal);
  service.onStop('mail', mails.ended);
  const { natsUrl: url } = config;
  const announcer = createAnnouncer({
    security: service.security,
    metrics: service.metrics,
    url,
    log,
    stopping: signal,
    onNotice: notices.wake,
    onConnection: (nats) => announceStatus(service, nats, { gauges }),
  });
  service.onStop('announcements', announcer.stop);

  const catalog = createCatalogCache({ knex, masterKey, log, metrics });
  const { announce } = announcer;
  const passwords = createPasswords();
  const issuers = createIssuers(() => performance.now(), createFetch(config.egress));
  const context: Context = {
    log,
    knex,
    masterKey,
    responsePinMs,
    ledger,
    catalog,
    mails,
    passwords,
    issuers,
    metrics,
    announce,
    reach,
    version,
  };
  const address = { host: config.rpcHost, port: config.rpcPort };
  const server = await startRpcServer(
    address,
    [healthService(service), accountService(context)],
    service.security,
  );
  service.onStop('rpc server', () => server.stop(graceMs));
  log.info({ rpcPort: server.port }, 'serving');

  const condition = health.condition('database');
  condition.set(true);
  const watching = watchVersions({
    knex,
    log,
    condition,
    signal,
    onVersions: (versions) => {
      metrics.keysVersion.set(Number(versions.keysVersion));
      metrics.catalogVersion.set(Number(versions.catalogVersion));
      catalog.noteVersion(versions.catalogVersion);
      announcer.announce(versions);
    },
  });
  service.onStop('versions', () => watching);
  const finishing = keepFinishingClaims(context, signal);
  service.onStop('redemptions', () => finishing);
  const telling = keepTelling(context, signal);
  service.onStop('changes told ahead', () => telling);
  const sealing = keepSealed({
    knex,
    columns: sealedColumns,
    masterKey,
    log,
    metrics,
    everyMs: config.resealMs,
    signal,
  });
  service.onStop('sealing', () => sealing);
  const sweep = { knex, log, olderThanMs: responsePinMs, everyMs: responsePinSweepMs, signal };
  const sweeping = sweepResponsePins(sweep);
  service.onStop('response pins', () => sweeping);
}
