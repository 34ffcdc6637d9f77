import type { Close } from '@headgate/proto/gen/headgate/events/v1/events';
import type { AnswerRoom } from '@headgate/runtime/bodies/answer-room';
import type { BodyRoom } from '@headgate/runtime/bodies/body-room';
import type { Log } from '@headgate/runtime/log';
import type { AccessTokens } from '@headgate/runtime/sign-in/access-tokens';
import type { Span } from '@headgate/runtime/tracing/span';
import type { Affinity } from './affinity/affinity.ts';
import type { WindowNames } from './budgets/window-names.ts';
import type { CatalogWatch } from './catalog/watch.ts';
import type { Config } from './config.ts';
import type { MediaFetcher } from './fetch-media/media-fetcher.ts';
import type { Breaker } from './health/breaker.ts';
import type { ChannelRecords } from './health/channel-records.ts';
import type { Cooling } from './health/cooling.ts';
import type { Pace } from './health/pace.ts';
import type { RetryBudget } from './health/retry-budget.ts';
import type { Journal } from './journal/journal.ts';
import type { RoutingMetrics } from './observe/routing.ts';
import type { Pins } from './pins/pins.ts';
import type { KeepAlive } from './relay/answers/keep-alive.ts';
import type { Heartbeat } from './run/heartbeat.ts';
import type { Publisher } from './run/publisher.ts';
import type { Slices } from './slices/slices.ts';
import type { Reach } from './stage.ts';
import type { Pools } from './upstream-call/pools.ts';

/** What a request needs of this process. */
export interface GatewayContext {
  config: Config;
  log: Log;
  run: string;
  catalog: CatalogWatch;
  heartbeat: Heartbeat;
  journal: Journal;
  publisher: Publisher;
  slices: Slices;
  windows: WindowNames;
  pools: Pools;
  bodies: BodyRoom;
  answerRoom: AnswerRoom;
  media: MediaFetcher;
  accessTokens: AccessTokens;
  cooling: Cooling;
  breaker: Breaker;
  channelRecords: ChannelRecords;
  pace: Pace;
  retryBudget: RetryBudget;
  affinity: Affinity;
  pins: Pins;
  routingMetrics: RoutingMetrics;
  /** Numbers in [0, 1). */
  random: () => number;
  keepAlive: KeepAlive;
  /** Aborted when the process has been asked to stop: links ask for no more requests. */
  draining: AbortSignal;
  /** Aborted when the process begins to stop: new requests are refused unstarted. */
  stopping: AbortSignal;
  reach: Reach;
  /** Ends this process in good order; whoever watches it starts another. */
  giveUp: (reason: string) => void;
  /** Writes the request's log line and metrics, and what its span says of it. */
  observe: (close: Close, span: Span) => void;
}
