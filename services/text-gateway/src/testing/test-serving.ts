import { Channel, type DeepPartial } from '@headgate/proto/gen/headgate/account/v1/account';
import { createAnswerRoom } from '@headgate/runtime/bodies/answer-room';
import { createLog } from '@headgate/runtime/log';
import { createAccessTokens } from '@headgate/runtime/sign-in/access-tokens';
import type { DialectName } from '../canon/dialect-name.ts';
import type { Candidate } from '../catalog/catalog.ts';
import type { ImageTerms } from '../catalog/image-terms.ts';
import { type Config, readGatewayConfig } from '../config.ts';
import type { GatewayContext } from '../context.ts';
import { dialects } from '../dialects/index.ts';
import { createMediaFetcher, type FetchLimits } from '../fetch-media/media-fetcher.ts';
import { createRequestMedia } from '../fetch-media/request-media.ts';
import { parseJson } from '../json/parse.ts';
import type { RoutingMetrics } from '../observe/routing.ts';
import { createPins } from '../pins/pins.ts';
import type { Answer } from '../relay/answers/answer.ts';
import type { Outcome, Settlement } from '../relay/bills/settle.ts';
import type { Serving } from '../relay/serving.ts';
import { createRouting, type Routing } from '../routing.ts';
import type { Surface } from '../surfaces/surface.ts';
import type { Pools } from '../upstream-call/pools.ts';

/** A request that is being served, with a client and a bill that only write down what reaches them. */
export interface TestServing extends Serving {
  outcomes: Outcome[];
  sent: string;
  isEnded: boolean;
  /** Whether its head said that it comes in pieces. */
  isInPieces: boolean | undefined;
  failed: unknown;
  /** The client leaves. */
  client: AbortController;
}

export interface TestServingOptions {
  pools: Pools;
  stream: boolean;
  /** Whether the client takes what it is sent. */
  takes?: boolean;
  /** What the client asks in; chat completions unless said otherwise. */
  client?: DialectName | Surface;
  body?: Record<string, unknown> | Buffer;
  contentType?: string;
  /** Of requests for images. */
  terms?: ImageTerms;
  /** Environment of the gateway. */
  env?: Record<string, string>;
}

export function createTestServing({
  pools,
  stream,
  takes = true,
  env,
  client: asked = 'chat-completions',
  body = { model: 'm', stream, messages: [] },
  contentType = '',
  terms = { isOutputPriced: true, isWriter: false },
}: TestServingOptions): TestServing {
  const surface: Surface = typeof asked === 'string' ? dialects[asked] : asked;
  const route = { model: 'm', stream, contentType };
  const bytes = Buffer.isBuffer(body) ? body : Buffer.from(JSON.stringify(body));
  const request = surface.passage.readRequest(bytes, route);
  const need = <T>(codec: T | undefined): T => {
    if (!codec) throw new Error(`${surface.name} has no such codec`);
    return codec;
  };
  const client = new AbortController();
  const context = createTestContext(pools, env);
  let hasBegun = false;
  const answer: Answer = {
    gone: client.signal,
    hasBegun: () => hasBegun,
    head: (_status, _headers, _brokenFrame, inPieces) => {
      hasBegun = true;
      serving.isInPieces = inPieces;
    },
    data: (bytes) => {
      serving.sent += bytes.toString();
      return takes;
    },
    end: () => {
      serving.isEnded = true;
    },
    fail: (error) => {
      serving.failed = error;
    },
    onDrain: () => undefined,
    whenOver: (run) => run(),
    beat: () => undefined,
  };
  const settlement: Settlement = {
    attempt: () => undefined,
    firstByte: () => undefined,
    settle: (outcome) => {
      serving.outcomes.push(outcome);
      return 0n;
    },
    fail: () => undefined,
    used: () => undefined,
  };
  const serving: TestServing = {
    context,
    surface,
    request,
    orderOf: () => request.orderFor?.(terms),
    canon: () => need(surface.codec).decodeRequest(parseJson(bytes.toString()), route),
    embedding: () => need(surface.embedding).decodeRequest(JSON.parse(bytes.toString()), 'm'),
    countInput: () => 7,
    media: createRequestMedia(context.media, client.signal, 1n),
    headers: [],
    caller: { keyId: 1n, group: 'default' },
    startedAtMs: 1_700_000_000_000,
    requestId: 'request',
    answer,
    settlement,
    outcomes: [],
    sent: '',
    isEnded: false,
    isInPieces: undefined,
    failed: undefined,
    client,
  };
  return serving;
}

export function createCandidate(channel: DeepPartial<Channel>): Candidate {
  return {
    channel: Channel.fromPartial({ provider: 'openai-compatible', weight: 1, keys: ['key'], ...channel }),
    upstreamModel: 'm',
    priceModel: 'm',
    rung: 0,
  };
}

/** What is learned of upstreams, from nothing; with a clock and chance of the test's own where it cares. */
export function createTestRouting({
  now = () => performance.now(),
  random = Math.random,
  env = {},
}: {
  now?: () => number;
  random?: () => number;
  env?: Record<string, string>;
} = {}): Routing {
  return createRouting(readTestConfig(env), now, random);
}

/** The defaults of fetching. */
export function readTestLimits(): FetchLimits {
  return readTestConfig({});
}

function readTestConfig(env: Record<string, string>): Config {
  return readGatewayConfig({
    HEADGATE_RPC_PORT: '0',
    HEADGATE_HTTP_PORT: '0',
    HEADGATE_CALLER_SECRET: Buffer.alloc(32).toString('base64'),
    NATS_URL: 'unused',
    HEADGATE_ACCOUNT_ADDRESS: 'unused',
    HEADGATE_LEDGER_ADDRESS: 'unused',
    HEADGATE_JOURNAL_DIR: 'unused',
    HEADGATE_ABANDONED_DRAIN_MS: '50',
    ...env,
  });
}

function createTestFetcher(env: Record<string, string>) {
  return createMediaFetcher(readTestConfig(env), () => undefined);
}

const routingMetrics: RoutingMetrics = {
  retry: () => undefined,
  affinity: () => undefined,
  pins: () => undefined,
  call: () => undefined,
  pieces: () => () => undefined,
};

function createTestContext(pools: Pools, env: Record<string, string> = {}): GatewayContext {
  const config = readTestConfig(env);
  const context: Partial<GatewayContext> = {
    config,
    answerRoom: createAnswerRoom(config.answersBytes),
    log: createLog('test', 'silent'),
    pools,
    media: createTestFetcher(env),
    accessTokens: createAccessTokens(() => performance.now()),
    ...createTestRouting({ env }),
    routingMetrics,
    pins: createPins({
      account: {
        note: async () => undefined,
        find: async () => ({ pin: undefined, ofAnotherKey: false }),
      },
      metrics: routingMetrics,
      log: createLog('test', 'silent'),
    }),
    reach: () => undefined,
    catalog: { current: () => undefined },
  };
  // What serves a request beyond an upstream call is not asked for here.
  return context as GatewayContext;
}
