import { randomUUID } from 'node:crypto';
import { GetResponsePinResponse } from '@headgate/proto/gen/headgate/account/v1/account';
import { billingStream } from '@headgate/proto/subjects';
import { createAnswerRoom } from '@headgate/runtime/bodies/answer-room';
import { createBodyRoom } from '@headgate/runtime/bodies/body-room';
import { createLog } from '@headgate/runtime/log';
import { createMetrics } from '@headgate/runtime/metrics';
import { connectNats } from '@headgate/runtime/nats/connect';
import { ensureStream } from '@headgate/runtime/nats/stream';
import { createAccessTokens } from '@headgate/runtime/sign-in/access-tokens';
import { createWindowNames } from '../../budgets/window-names.ts';
import type { Bounds } from '../../catalog/bounds.ts';
import type { Catalog } from '../../catalog/catalog.ts';
import { readGatewayConfig } from '../../config.ts';
import type { GatewayContext } from '../../context.ts';
import { createFetchCounter } from '../../fetch-media/count-fetches.ts';
import { createMediaFetcher } from '../../fetch-media/media-fetcher.ts';
import { openJournal } from '../../journal/journal.ts';
import { createObserver } from '../../observe/requests.ts';
import { createRoutingMetrics } from '../../observe/routing.ts';
import { createPins } from '../../pins/pins.ts';
import { startKeepAlive } from '../../relay/answers/keep-alive.ts';
import { createRouting } from '../../routing.ts';
import { createPublisher, type Publisher } from '../../run/publisher.ts';
import { createRecallBoard } from '../../slices/recall.ts';
import { createSlices, type SliceLedger } from '../../slices/slices.ts';
import { passBy } from '../../stage.ts';
import { createPools } from '../../upstream-call/pools.ts';

/** What a gateway needs that a bench can change while it runs. */
export interface BenchContext {
  context: GatewayContext;
  use(served: { catalog: Catalog; bounds: Bounds }): void;
  stop(): Promise<void>;
}

const trimMs = 1_000;

/**
 * What `createGateway` makes, with everything switched on: a journal on disk, closes published to a real broker, metrics, and
 * log lines to standard output. Only account and ledger are not there: the catalog is given, and every draw is granted.
 */
export async function createBenchContext(natsUrl: string, journalDir: string): Promise<BenchContext> {
  const config = readGatewayConfig({
    HEADGATE_RPC_PORT: '0',
    HEADGATE_HTTP_PORT: '0',
    HEADGATE_CALLER_SECRET: Buffer.alloc(32).toString('base64'),
    NATS_URL: natsUrl,
    HEADGATE_ACCOUNT_ADDRESS: 'none',
    HEADGATE_LEDGER_ADDRESS: 'none',
    HEADGATE_JOURNAL_DIR: journalDir,
  });
  const run = randomUUID();
  const log = createLog('text-gateway', 'info');
  const metrics = createMetrics('text-gateway');
  const service = { log, metrics };
  const now = (): number => performance.now();
  const { journalSegmentBytes: segmentBytes, journalMaxBytes: maxBytes } = config;
  const journal = openJournal({ dir: journalDir, run, segmentBytes, maxBytes });
  let publisher: Publisher | undefined;
  const nats = await connectNats({
    url: natsUrl,
    name: 'bench',
    log,
    metrics,
    onConnect: () => publisher?.connected(),
    onDisconnect: () => publisher?.disconnected(),
  });
  publisher = createPublisher({
    nats,
    log,
    readCloses: journal.readCloses,
    lastSeq: journal.lastSeq,
    reach: passBy,
    ensureStream: async () => ensureStream(await nats.jetstreamManager(), { ...billingStream, replicas: 1 }),
  });
  publisher.connected();
  const routing = createRouting(config);
  const routingMetrics = createRoutingMetrics(service, routing.breaker);
  const pools = createPools();
  const keepAlive = startKeepAlive(config.keepAliveMs);
  const closes = publisher;
  // As if the ledger booked at once: a heartbeat trims what is booked.
  const trim = setInterval(() => journal.trim(closes.sentSeq()), trimMs);
  let served: { catalog: Catalog; bounds: Bounds } | undefined;
  const context: GatewayContext = {
    config,
    log,
    run,
    catalog: { current: () => served?.catalog },
    heartbeat: {
      bounds: () => served?.bounds,
      isValid: () => true,
      refreshBounds: async () => undefined,
      whenBoundsChange: () => undefined,
      extend: () => undefined,
      stop: () => undefined,
    },
    journal,
    publisher,
    slices: createSlices({
      ledger: createGrantingLedger(),
      recalls: createRecallBoard(() => undefined),
      log,
      now,
      ledgerMs: Date.now,
      idleMs: config.sliceIdleMs,
      recallWaitMs: config.recallWaitMs,
      onValid: () => undefined,
    }),
    windows: createWindowNames(Date.now),
    pools,
    bodies: createBodyRoom(config.bodiesBytes),
    answerRoom: createAnswerRoom(config.answersBytes),
    media: createMediaFetcher(config, createFetchCounter(service)),
    accessTokens: createAccessTokens(now),
    ...routing,
    routingMetrics,
    pins: createPins({
      account: { note: async () => undefined, find: async () => GetResponsePinResponse.create() },
      metrics: routingMetrics,
      log,
    }),
    keepAlive,
    draining: new AbortController().signal,
    stopping: new AbortController().signal,
    reach: passBy,
    giveUp: (reason) => {
      throw new Error(reason);
    },
    observe: createObserver(service),
  };
  return {
    context,
    use: (next) => {
      served = next;
    },
    async stop() {
      clearInterval(trim);
      keepAlive.stop();
      await pools.close();
      await nats.close();
    },
  };
}

/** Grants what is wished for. */
function createGrantingLedger(): SliceLedger {
  const granted = new Map<string, bigint>();
  return {
    async draw({ path, want }) {
      const name = path.join();
      const total = (granted.get(name) ?? 0n) + want;
      granted.set(name, total);
      return { outcome: 'granted', grantedTotal: total, validForMs: 60_000 };
    },
    return: async () => undefined,
  };
}
