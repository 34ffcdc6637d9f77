import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { AccountClient } from '@headgate/proto/gen/headgate/account/v1/account';
import { RecallAnswered, Recalled } from '@headgate/proto/gen/headgate/events/v1/events';
import { LedgerClient } from '@headgate/proto/gen/headgate/ledger/v1/ledger';
import { TextGatewayService } from '@headgate/proto/gen/headgate/text/v1/text';
import { linkMethod } from '@headgate/proto/link-method';
import { billingStream, recallAnsweredSubject, recalledSubject } from '@headgate/proto/subjects';
import { createAnswerRoom } from '@headgate/runtime/bodies/answer-room';
import { createBodyRoom } from '@headgate/runtime/bodies/body-room';
import type { Service } from '@headgate/runtime/lifecycle';
import { announceStatus } from '@headgate/runtime/nats/announce-status';
import { connectNats } from '@headgate/runtime/nats/connect';
import { disconnectNats } from '@headgate/runtime/nats/disconnect';
import { ensureStream } from '@headgate/runtime/nats/stream';
import { subscribe } from '@headgate/runtime/nats/subscribe';
import { connectRpc } from '@headgate/runtime/rpc/client';
import { healthService } from '@headgate/runtime/rpc/health-service';
import { startRpcServer } from '@headgate/runtime/rpc/server';
import { createAccessTokens } from '@headgate/runtime/sign-in/access-tokens';
import type { NatsConnection } from 'nats';
import { createLedgerClock } from './budgets/ledger-clock.ts';
import { createWindowNames } from './budgets/window-names.ts';
import { watchCatalog } from './catalog/watch.ts';
import type { Config } from './config.ts';
import type { GatewayContext } from './context.ts';
import { createFetchCounter } from './fetch-media/count-fetches.ts';
import { createMediaFetcher } from './fetch-media/media-fetcher.ts';
import { sayHealth } from './health/say-health.ts';
import { createChannelAccount } from './inquiries/channel-account.ts';
import { inquiryService } from './inquiries/service.ts';
import { type Journal, openJournal } from './journal/journal.ts';
import { lockJournal } from './journal/lock.ts';
import { observeJournal } from './observe/journal.ts';
import { createObserver } from './observe/requests.ts';
import { createBodyRefusalCounter, observeRooms } from './observe/rooms.ts';
import { createRoutingMetrics } from './observe/routing.ts';
import { observeVersions } from './observe/versions.ts';
import { createPins } from './pins/pins.ts';
import { createPinAccount } from './pins/rpc-account.ts';
import { serveRealtime } from './realtime/serve-realtime.ts';
import { startKeepAlive } from './relay/answers/keep-alive.ts';
import { createLink } from './relay/link.ts';
import { createRelay } from './relay/relay.ts';
import { createRouting } from './routing.ts';
import { finishWithin } from './run/finish-within.ts';
import { startHeartbeat } from './run/heartbeat.ts';
import { createPublisher, type Publisher } from './run/publisher.ts';
import { createRecallBoard } from './slices/recall.ts';
import { createSliceLedger } from './slices/rpc-ledger.ts';
import { createSlices, type Slices } from './slices/slices.ts';
import { passBy, type Reach } from './stage.ts';
import { createPools } from './upstream-call/pools.ts';

/** Starts a text-gateway: recovers what an earlier process left, then serves. */
export async function createGateway(service: Service, config: Config, reach: Reach = passBy): Promise<void> {
  const run = randomUUID();
  mkdirSync(config.journalDir, { recursive: true });
  const lock = await lockJournal(config.journalDir);
  service.onStop('journal lock', lock.release);
  const journal = openJournal({
    dir: config.journalDir,
    run,
    segmentBytes: config.journalSegmentBytes,
    maxBytes: config.journalMaxBytes,
  });
  const account = connectRpc(AccountClient, config.accountAddress, service.security);
  const ledger = connectRpc(LedgerClient, config.ledgerAddress, service.security);

  let publisher: Publisher | undefined;
  const nats = await connectNats({
    url: config.natsUrl,
    name: 'text-gateway',
    security: service.security,
    metrics: service.metrics,
    log: service.log,
    onConnect: () => publisher?.connected(),
    onDisconnect: () => publisher?.disconnected(),
  });
  service.onStop('NATS', () => disconnectNats(nats));
  publisher = createPublisher({
    nats,
    log: service.log,
    readCloses: journal.readCloses,
    lastSeq: journal.lastSeq,
    reach,
    ensureStream: async () =>
      ensureStream(await nats.jetstreamManager(), { ...billingStream, replicas: config.streamReplicas }),
  });
  publisher.connected();

  const clock = createLedgerClock(() => performance.now());
  const heartbeat = startHeartbeat({
    service,
    ledger,
    run,
    journal,
    publisher,
    clock,
    everyMs: config.heartbeatMs,
    resendAfterMs: config.resendAfterMs,
  });
  const catalog = watchCatalog(service, account, nats, heartbeat.refreshBounds);
  heartbeat.whenBoundsChange(catalog.suspected);
  const recalls = createRecallBoard((recallId) => {
    nats.publish(recallAnsweredSubject, RecallAnswered.encode({ recallId, run }).finish());
  });
  const slices = createSlices({
    ledger: createSliceLedger(ledger, run),
    recalls,
    log: service.log,
    now: () => performance.now(),
    ledgerMs: clock.nowMs,
    idleMs: config.sliceIdleMs,
    recallWaitMs: config.recallWaitMs,
    onValid: heartbeat.extend,
  });
  listenToRecalls(nats, service, slices, recalls.note);
  returnIdleSlices(service, slices, config.sliceIdleMs);

  const pools = createPools(config.egress);
  service.onStop('upstream connections', pools.close);
  const routing = createRouting(config);
  const routingMetrics = createRoutingMetrics(service, routing.breaker);
  const pinAccount = createPinAccount(account, config.pinLookupMs);
  const pins = createPins({ account: pinAccount, metrics: routingMetrics, log: service.log });
  service.onStop('pins of responses', pins.stop);
  const keepAlive = startKeepAlive(config.keepAliveMs);
  service.onStop('keep-alive', keepAlive.stop);
  const context: GatewayContext = {
    config,
    log: service.log,
    run,
    catalog,
    heartbeat,
    journal,
    publisher,
    slices,
    windows: createWindowNames(clock.nowMs),
    pools,
    bodies: createBodyRoom(config.bodiesBytes, createBodyRefusalCounter(service)),
    answerRoom: createAnswerRoom(config.answersBytes),
    media: createMediaFetcher(config, createFetchCounter(service)),
    accessTokens: createAccessTokens(() => performance.now()),
    ...routing,
    routingMetrics,
    pins,
    keepAlive,
    draining: service.draining,
    stopping: service.stopping,
    reach,
    giveUp: service.giveUp,
    observe: createObserver(service),
  };
  observeRooms(service, { bodies: context.bodies, answers: context.answerRoom });
  observeVersions(service, context.catalog, heartbeat);
  observeJournal(service, journal, publisher, config.journalMaxBytes);
  announceStatus(service, nats, {
    gauges: {
      open_text_requests: 'headgate_text_open_requests',
      journal_bytes: 'headgate_text_journal_bytes',
    },
    details: () => ({ channels: sayHealth(context.catalog.current()?.channels ?? [], routing) }),
  });
  const finishing = finishWithin(service, { ledger, nats, ...context });
  service.onStop('run', finishing.finish, finishing.longestMs);
  watchRoom(service, journal);

  const calls = {
    definition: { ...TextGatewayService, link: linkMethod },
    implementation: {
      relay: createRelay(context),
      link: createLink(context),
      ...inquiryService(service, context, createChannelAccount(account)),
    },
  };
  const address = { host: config.rpcHost, port: config.rpcPort };
  const server = await startRpcServer(address, [healthService(service), calls], service.security);
  const realtime = await serveRealtime(context, service.security);
  service.onStop(
    'open doors',
    () =>
      Promise.all([server.stop(config.stopGraceMs), realtime.stop(config.stopGraceMs)]).then(() => undefined),
    config.stopGraceMs + config.abandonedDrainMs + stopMarginMs,
  );
}

/** Above what open requests and sessions may take to stop. */
const stopMarginMs = 5_000;

function listenToRecalls(
  nats: NatsConnection,
  { log }: Service,
  slices: Slices,
  note: (recallId: string, run: string) => void,
): void {
  subscribe({ nats, log }, recalledSubject, Recalled, ({ recallId, purses }) => {
    slices.recall(recallId, purses).catch((cause) => log.warn({ err: cause }, 'a recall went unanswered'));
  });
  subscribe({ nats, log }, recallAnsweredSubject, RecallAnswered, ({ recallId, run }) => note(recallId, run));
}

function returnIdleSlices(service: Service, slices: Slices, idleMs: number): void {
  const timer = setInterval(
    () => {
      slices
        .returnIdle()
        .catch((error) => service.log.warn({ err: error }, 'idle slices wait to be returned'));
    },
    Math.ceil(idleMs / 10),
  );
  service.onStop('idle slices', () => clearInterval(timer));
}

/** A journal without room refuses requests; then the process is not ready either. */
function watchRoom(service: Service, journal: Journal): void {
  const condition = service.health.condition('journal');
  let hadRoom = true;
  const check = (): void => {
    const hasRoom = journal.hasRoom();
    condition.set(hasRoom, 'the disk or the journal is full, or the disk refuses: the log says why');
    if (hadRoom && !hasRoom)
      service.log.error(
        { err: journal.refusal() ?? new Error('HEADGATE_JOURNAL_MAX_BYTES are taken') },
        'HEADGATE_JOURNAL_DIR has no room: requests are refused',
      );
    hadRoom = hasRoom;
  };
  check();
  const timer = setInterval(check, 1_000);
  service.onStop('journal watch', () => clearInterval(timer));
}
