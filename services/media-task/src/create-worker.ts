import { randomUUID } from 'node:crypto';
import { LedgerClient } from '@headgate/proto/gen/headgate/ledger/v1/ledger';
import { billingStream, mediaDueSubject } from '@headgate/proto/subjects';
import { createAnswerRoom } from '@headgate/runtime/bodies/answer-room';
import type { Service } from '@headgate/runtime/lifecycle';
import { announceStatus } from '@headgate/runtime/nats/announce-status';
import { connectNats } from '@headgate/runtime/nats/connect';
import { disconnectNats } from '@headgate/runtime/nats/disconnect';
import { ensureStream } from '@headgate/runtime/nats/stream';
import { createMayConnect } from '@headgate/runtime/outbound/may-connect';
import { resolveName } from '@headgate/runtime/outbound/resolve';
import { keepSealed } from '@headgate/runtime/postgres/keep-sealed';
import { connectRpc } from '@headgate/runtime/rpc/client';
import type { NatsConnection } from 'nats';
import { archiveForever } from './archive/archive-forever.ts';
import { answerBytes, imageAnswerBytes } from './call/answer-bytes.ts';
import { createSend } from './call/create-send.ts';
import { deliverForever } from './callbacks/deliver-forever.ts';
import type { WorkerConfig } from './config.ts';
import type { WorkerContext } from './context.ts';
import { backlogGauges, createWorkerMetrics } from './metrics.ts';
import { openDatabase } from './open-database.ts';
import { createFetchFile } from './references/fetch-file.ts';
import { createPublish } from './references/publish.ts';
import { createReferenceFiles } from './references/reference-files.ts';
import { sealedColumns } from './sql/sealed-columns.ts';
import { passBy, type Reach } from './stage.ts';
import { pruneForever } from './step/prune-forever.ts';
import { untilBackMs } from './step/sends/note-submitted.ts';
import { createPendingNotes } from './step/sends/pending-notes.ts';
import { startSender } from './step/sends/start-sender.ts';
import { startRounds, type Worker } from './step/start-rounds.ts';
import { startWorker } from './step/start-worker.ts';
import { type LedgerLine, tellLedger } from './step/tell-ledger.ts';
import { createStore } from './store/create-store.ts';
import { startSweeping } from './uploads/start-sweeping.ts';

/** Starts a worker: looks after tasks that are due, and tells the ledger how they ended. */
export async function createMediaWorker(
  service: Service,
  config: WorkerConfig,
  reach: Reach = passBy,
): Promise<void> {
  const { log } = service;
  const store = createStore(config);
  service.onStop('store', () => store.close());
  const knex = await openDatabase(service, config);
  const ledger = connectRpc(LedgerClient, config.ledgerAddress, service.security);
  service.onStop('rpc clients', () => ledger.close());
  const nats = await connectNats({
    url: config.natsUrl,
    name: 'media-worker',
    security: service.security,
    metrics: service.metrics,
    log,
  });
  service.onStop('NATS', () => disconnectNats(nats));

  const line = { knex, ledger, log, config, reach, jetstream: nats.jetstream({ timeout: 5_000 }) };
  const telling = startTelling(line, nats);
  service.onStop('outbox', telling.stop);

  const notes = createPendingNotes();
  service.onStop('names of tasks', notes.settled, untilBackMs + 5_000);
  const { egress } = config;
  const limits = { egress, connectMs: config.connectTimeoutMs, answerMs: config.pollTimeoutMs, answerBytes };
  const context: WorkerContext = {
    config,
    log,
    knex,
    owner: randomUUID(),
    ledger,
    send: createSend(limits),
    sendImages: createSend({ ...limits, answerMs: config.imageTimeoutMs, answerBytes: imageAnswerBytes }),
    answerRoom: createAnswerRoom(imageAnswerBytes),
    references: createReferenceFiles(config, {
      log,
      fetchFile: createFetchFile(config.fetchMediaAllow, egress),
      store,
      publish: createPublish({ knex, store, config }),
    }),
    metrics: createWorkerMetrics(service.metrics, knex),
    store,
    notes,
    reach,
    stopping: service.stopping,
    tellSoon: telling.wake,
  };
  announceStatus(service, nats, { gauges: backlogGauges });
  const worker = startWorker(context);
  service.onStop('tasks', worker.stop);
  const sender = startSender(context);
  // What is cut off here was paid for and is lost.
  service.onStop('images', sender.stop, config.connectTimeoutMs + config.imageTimeoutMs);
  nats.subscribe(mediaDueSubject, {
    callback() {
      worker.wake();
      sender.wake();
      telling.wake();
    },
  });
  startUpkeep(service, context);
}

/** Woken by each end: what a client was shown and the broker has not got is in the database alone for as short as can be. */
function startTelling(line: LedgerLine, nats: NatsConnection): Worker {
  const { log, config } = line;
  const tell = (): Promise<number> =>
    tellLedger(line).catch(async (error) => {
      log.warn({ err: error }, 'the ledger waits to be told of tasks that ended');
      await makeStream(nats, config.streamReplicas).catch(() => undefined);
      return 0;
    });
  return startRounds(tell, config.idleMs);
}

/** What goes on beside the tasks, until the process stops. */
function startUpkeep(service: Service, context: WorkerContext): void {
  const { stopping } = service;
  const { config } = context;
  const sealing = keepSealed({
    ...context,
    columns: sealedColumns,
    masterKey: config.masterKey,
    everyMs: config.resealMs,
    signal: stopping,
  });
  service.onStop('sealing', () => sealing);

  const pruning = pruneForever(context, stopping);
  service.onStop('pruning', () => pruning);

  const calling = tellClients(context, stopping);
  service.onStop('callbacks', () => calling);

  const archiving = archiveForever(context, stopping);
  service.onStop('archive', () => archiving);
  const sweeping = startSweeping(context, stopping);
  service.onStop('sweep', () => sweeping);
}

/** Sends the callbacks that clients wished, where they are switched on. */
async function tellClients({ config, knex, log }: WorkerContext, stopping: AbortSignal): Promise<void> {
  const { callbackSecret: secret, callbackAllow, egress } = config;
  if (!secret) return;
  const mayConnect = createMayConnect(callbackAllow);
  const tools = { knex, log, secret, mayConnect, resolve: resolveName, egress, settings: config };
  await deliverForever(tools, config.idleMs, stopping);
}

/** A broker that came back empty has no stream: whoever publishes makes it anew. */
async function makeStream(nats: NatsConnection, replicas: number): Promise<void> {
  await ensureStream(await nats.jetstreamManager(), { ...billingStream, replicas });
}
