import { ConfigError, flag, integer, port, readConfig, rotatingSecret, text } from '@headgate/runtime/config';
import { natsUrl } from '@headgate/runtime/nats/read-servers';
import { allowList } from '@headgate/runtime/outbound/allow-list';
import { egress } from '@headgate/runtime/outbound/egress/egress';

const seconds = 1_000;
const minutes = 60 * seconds;
const megabytes = 1024 * 1024;

/** Three quarters of it, which one user may have, hold the largest body. */
const leastBodiesBytes = 86 * megabytes;

export type Config = ReturnType<typeof readSettings>;

/** What the service needs; throws one ConfigError that names every problem. */
export function readGatewayConfig(env: NodeJS.ProcessEnv): Config {
  const config = readSettings(env);
  const problems = findContradictions(config);
  if (problems.length > 0) throw new ConfigError(problems);
  return config;
}

/** Values that are good each by itself, and of no use together. */
function findContradictions(config: Config): string[] {
  const problems: string[] = [];
  const { journalMaxBytes, journalSegmentBytes, realtimeIdleMs, realtimePingMs } = config;
  if (journalMaxBytes < journalSegmentBytes)
    problems.push(
      `HEADGATE_JOURNAL_MAX_BYTES (${journalMaxBytes}) must be at least HEADGATE_JOURNAL_SEGMENT_BYTES (${journalSegmentBytes})`,
    );
  // A side that has nothing to say is heard of by its answers to pings alone.
  if (realtimeIdleMs <= realtimePingMs)
    problems.push(
      `HEADGATE_REALTIME_IDLE_MS (${realtimeIdleMs}) must be more than HEADGATE_REALTIME_PING_MS (${realtimePingMs})`,
    );
  return problems;
}

function readSettings(env: NodeJS.ProcessEnv) {
  return readConfig(env, {
    rpcHost: text('HEADGATE_RPC_HOST', '127.0.0.1'),
    rpcPort: port('HEADGATE_RPC_PORT'),
    /** Where ingress proxies realtime sessions to, and what it signs their callers with. */
    httpHost: text('HEADGATE_HTTP_HOST', '127.0.0.1'),
    httpPort: port('HEADGATE_HTTP_PORT'),
    callerSecret: rotatingSecret('HEADGATE_CALLER_SECRET', 32),
    natsUrl: natsUrl('NATS_URL'),
    /** Servers of a NATS cluster that keep the billing stream, where this process makes it. */
    streamReplicas: integer('HEADGATE_STREAM_REPLICAS', 1, { min: 1, max: 5 }),
    /** How upstreams, and what clients point at, are reached. */
    egress: egress(),
    accountAddress: text('HEADGATE_ACCOUNT_ADDRESS'),
    ledgerAddress: text('HEADGATE_LEDGER_ADDRESS'),
    /** What the bodies of all open requests hold, those of up to 64 KB aside. */
    bodiesBytes: integer('HEADGATE_BODIES_BYTES', 384 * megabytes, { min: leastBodiesBytes }),
    /** What whole answers hold while they come: beyond it only the largest of them is read on. */
    answersBytes: integer('HEADGATE_ANSWERS_BYTES', 256 * megabytes, { min: 1 }),
    journalDir: text('HEADGATE_JOURNAL_DIR'),
    journalSegmentBytes: integer('HEADGATE_JOURNAL_SEGMENT_BYTES', 4 * megabytes, { min: 64 * 1024 }),
    journalMaxBytes: integer('HEADGATE_JOURNAL_MAX_BYTES', 1024 * megabytes, { min: megabytes }),
    heartbeatMs: integer('HEADGATE_HEARTBEAT_MS', 5 * seconds, { min: 10 }),
    resendAfterMs: integer('HEADGATE_RESEND_AFTER_MS', 30 * seconds, { min: 10 }),
    sliceIdleMs: integer('HEADGATE_SLICE_IDLE_MS', 10 * seconds, { min: 10 }),
    recallWaitMs: integer('HEADGATE_RECALL_WAIT_MS', 2 * seconds, { min: 10 }),
    connectTimeoutMs: integer('HEADGATE_CONNECT_TIMEOUT_MS', 10 * seconds, { min: 1 }),
    firstByteTimeoutMs: integer('HEADGATE_FIRST_BYTE_TIMEOUT_MS', 120 * seconds, { min: 1 }),
    /** Of answers in one piece: the model has thought, and waited for its turn in a slow tier, before any of it comes. */
    wholeFirstByteTimeoutMs: integer('HEADGATE_WHOLE_FIRST_BYTE_TIMEOUT_MS', 600 * seconds, { min: 1 }),
    /** Of answers that are images: nothing of them comes before they are made. */
    imageFirstByteTimeoutMs: integer('HEADGATE_IMAGE_FIRST_BYTE_TIMEOUT_MS', 600 * seconds, { min: 1 }),
    idleTimeoutMs: integer('HEADGATE_IDLE_TIMEOUT_MS', 300 * seconds, { min: 1 }),
    answerTimeoutMs: integer('HEADGATE_ANSWER_TIMEOUT_MS', 60 * minutes, { min: 1 }),
    /** No further upstream is tried for a request after this long. */
    attemptsWithinMs: integer('HEADGATE_ATTEMPTS_WITHIN_MS', 60 * seconds, { min: 1 }),
    /** Retries for a hundred requests, over all that this process serves. */
    retryPercent: integer('HEADGATE_RETRY_PERCENT', 20),
    /** Retries that few requests may make all the same, within ten seconds. */
    retryReserve: integer('HEADGATE_RETRY_RESERVE', 10),
    /** How long what keeps failing is left alone at first, and at most. */
    breakerOpenMs: integer('HEADGATE_BREAKER_OPEN_MS', 1 * seconds, { min: 1 }),
    breakerMaxOpenMs: integer('HEADGATE_BREAKER_MAX_OPEN_MS', 60 * seconds, { min: 1 }),
    /** How long a credential that an upstream refused is left alone at first; ten times as long at most. */
    credentialOpenMs: integer('HEADGATE_CREDENTIAL_OPEN_MS', 60 * seconds, { min: 1 }),
    /** How long the end of an answer waits until account has noted where the upstream keeps it. */
    pinWaitMs: integer('HEADGATE_PIN_WAIT_MS', 1_500),
    /** How long account may take to tell where a response is kept. */
    pinLookupMs: integer('HEADGATE_PIN_LOOKUP_MS', 2 * seconds, { min: 1 }),
    /** How long an answer is read on for its usage after the client left. */
    abandonedDrainMs: integer('HEADGATE_ABANDONED_DRAIN_MS', 5 * seconds),
    /** Whether images and files that a conversion needs as bytes are fetched from the addresses that clients give. */
    fetchMedia: flag('HEADGATE_FETCH_MEDIA', true),
    fetchMediaAllow: allowList('HEADGATE_FETCH_MEDIA_ALLOW'),
    fetchMediaTimeoutMs: integer('HEADGATE_FETCH_MEDIA_TIMEOUT_MS', 10 * seconds, { min: 1 }),
    fetchMediaItemBytes: integer('HEADGATE_FETCH_MEDIA_ITEM_BYTES', 20 * megabytes, { min: 1 }),
    fetchMediaRequestBytes: integer('HEADGATE_FETCH_MEDIA_REQUEST_BYTES', 32 * megabytes, { min: 1 }),
    fetchMediaItems: integer('HEADGATE_FETCH_MEDIA_ITEMS', 16, { min: 1 }),
    /** Of the whole process: at a time, waiting, and held by open requests. */
    fetchMediaConcurrency: integer('HEADGATE_FETCH_MEDIA_CONCURRENCY', 32, { min: 1 }),
    fetchMediaQueue: integer('HEADGATE_FETCH_MEDIA_QUEUE', 256),
    fetchMediaHeldBytes: integer('HEADGATE_FETCH_MEDIA_HELD_BYTES', 512 * megabytes, { min: 1 }),
    realtimeFrameBytes: integer('HEADGATE_REALTIME_FRAME_BYTES', 8 * megabytes, { min: 1024 }),
    realtimePingMs: integer('HEADGATE_REALTIME_PING_MS', 25 * seconds, { min: 10 }),
    /** Without traffic or an answer to a ping for so long, a side of a session counts as gone. */
    realtimeIdleMs: integer('HEADGATE_REALTIME_IDLE_MS', 90 * seconds, { min: 10 }),
    /** A response that was asked for and has not begun by then holds nothing back any more. */
    realtimeBeginMs: integer('HEADGATE_REALTIME_BEGIN_MS', 10 * seconds, { min: 10 }),
    realtimeSessionMs: integer('HEADGATE_REALTIME_SESSION_MS', 60 * minutes, { min: 10 }),
    /** After how long a silence at most a stream gets a sign of life. */
    keepAliveMs: integer('HEADGATE_KEEP_ALIVE_MS', 15 * seconds, { min: 10 }),
    /** How long a stopping process lets open requests finish. */
    stopGraceMs: integer('HEADGATE_STOP_GRACE_MS', 15 * seconds),
  });
}
