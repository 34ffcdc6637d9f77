import { randomUUID } from 'node:crypto';
import { AccountClient } from '@headgate/proto/gen/headgate/account/v1/account';
import { LedgerClient } from '@headgate/proto/gen/headgate/ledger/v1/ledger';
import { type MediaTaskServer, MediaTaskService } from '@headgate/proto/gen/headgate/media/v1/media';
import type { Service } from '@headgate/runtime/lifecycle';
import { announceStatus } from '@headgate/runtime/nats/announce-status';
import { connectNats } from '@headgate/runtime/nats/connect';
import { disconnectNats } from '@headgate/runtime/nats/disconnect';
import { connectRpc } from '@headgate/runtime/rpc/client';
import { unary } from '@headgate/runtime/rpc/handler';
import { healthService } from '@headgate/runtime/rpc/health-service';
import { startRpcServer } from '@headgate/runtime/rpc/server';
import { answerBytes } from './call/answer-bytes.ts';
import { createSend } from './call/create-send.ts';
import { startKeeping } from './catalog/keep-credentials.ts';
import { watchCatalog } from './catalog/watch.ts';
import type { ApiConfig } from './config.ts';
import { serveContent } from './content/serve-content.ts';
import type { ApiContext } from './context.ts';
import { createMediaLedger } from './ledger.ts';
import { backlogGauges, createApiMetrics } from './metrics.ts';
import { openDatabase } from './open-database.ts';
import { createFetchFile } from './references/fetch-file.ts';
import { createPublish } from './references/publish.ts';
import { createReferenceFiles } from './references/reference-files.ts';
import { answerGetHolders } from './routes/get-holders.ts';
import { handle } from './routes/index.ts';
import { answerListTasks } from './routes/list-records.ts';
import { passBy, type Reach } from './stage.ts';
import { untilBackMs } from './step/sends/note-submitted.ts';
import { createPendingNotes } from './step/sends/pending-notes.ts';
import { createStore } from './store/create-store.ts';
import { createWake } from './wake-workers.ts';

/** Starts what clients' requests come to: it takes tasks in, submits them, and shows how they stand. */
export async function createMediaApi(
  service: Service,
  config: ApiConfig,
  reach: Reach = passBy,
): Promise<void> {
  const { log, stopping } = service;
  const store = createStore(config);
  service.onStop('store', () => store.close());
  const knex = await openDatabase(service, config);
  const account = connectRpc(AccountClient, config.accountAddress, service.security);
  const ledger = connectRpc(LedgerClient, config.ledgerAddress, service.security);
  service.onStop('rpc clients', () => {
    account.close();
    ledger.close();
  });
  const nats = await connectNats({
    url: config.natsUrl,
    name: 'media-api',
    security: service.security,
    metrics: service.metrics,
    log,
  });
  service.onStop('NATS', () => disconnectNats(nats));

  const notes = createPendingNotes();
  service.onStop('names of tasks', notes.settled, untilBackMs + 5_000);
  const { egress } = config;
  const limits = {
    egress,
    connectMs: config.connectTimeoutMs,
    answerMs: config.submitTimeoutMs,
    answerBytes,
  };
  const context: ApiContext = {
    config,
    log,
    knex,
    owner: randomUUID(),
    catalog: watchCatalog(service, account, nats, startKeeping({ knex, config, log }, stopping)),
    ledger: createMediaLedger(ledger, config.recallWaitMs),
    send: createSend(limits),
    metrics: createApiMetrics(service.metrics, knex),
    store,
    references: createReferenceFiles(config, {
      log,
      fetchFile: createFetchFile(config.fetchMediaAllow, egress),
      store,
      publish: createPublish({ knex, store, config }),
    }),
    notes,
    reach,
    wake: createWake(nats, log),
  };
  announceStatus(service, nats, { gauges: backlogGauges });
  const implementation: MediaTaskServer = {
    handle: unary(log, (request) => handle(context, request)),
    listTasks: unary(log, (request) => answerListTasks(context, request)),
    getHolders: unary(log, (request) => answerGetHolders(context, request)),
  };
  const calls = { definition: MediaTaskService, implementation };
  const address = { host: config.rpcHost, port: config.rpcPort };
  const server = await startRpcServer(address, [healthService(service), calls], service.security);
  const downloads = await serveContent(context, service);
  service.onStop('downloads', () => downloads.stop(config.stopGraceMs), config.stopGraceMs + 5_000);
  // A create that a vendor is taking is paid for: cut off, nobody knows what became of it.
  const callsGraceMs = Math.max(config.stopGraceMs, config.connectTimeoutMs + config.submitTimeoutMs);
  service.onStop('calls', () => server.stop(callsGraceMs), callsGraceMs + 5_000);
}
