import type { IncomingMessage } from 'node:http';
import type { AccountClient } from '@headgate/proto/gen/headgate/account/v1/account';
import type { LedgerClient } from '@headgate/proto/gen/headgate/ledger/v1/ledger';
import type { MediaTaskClient } from '@headgate/proto/gen/headgate/media/v1/media';
import type { TextGatewayClient } from '@headgate/proto/gen/headgate/text/v1/text';
import type { BodyRoom } from '@headgate/runtime/bodies/body-room';
import type { Health } from '@headgate/runtime/health';
import type { Log } from '@headgate/runtime/log';
import type { Slots } from '@headgate/runtime/slots';
import type { Limits } from './admit/limits.ts';
import type { KeyCache } from './caller/key-cache.ts';
import type { Config } from './config.ts';
import type { Exchange } from './exchange/exchange.ts';
import type { LogRequest } from './exchange/request-log.ts';
import type { HttpDownloads, HttpProxy } from './forward/http/to-http.ts';
import type { Names } from './forward/records/names.ts';
import type { TextGateway } from './forward/text/text-gateway.ts';
import type { IngressMetrics } from './metrics.ts';
import type { Documents } from './openapi/documentation.ts';
import type { HttpTargets } from './processes/http-targets.ts';
import type { Site } from './site.ts';
import type { StatusBoard } from './statuses/board.ts';

/** Everything that serving a request needs, made in `create-context.ts` and passed along. */
export interface Context {
  config: Config;
  log: Log;
  logRequest: LogRequest;
  health: Health;
  metrics: IngressMetrics;
  account: AccountClient;
  ledger: LedgerClient;
  text: TextGateway;
  /** The same service, for what administrators ask of channels. */
  inquiries: TextGatewayClient;
  statuses: StatusBoard;
  media: MediaTaskClient;
  http: HttpProxy;
  downloads: HttpDownloads;
  pages: HttpDownloads;
  /** The same processes, each of which says how it is. */
  consoles: HttpTargets;
  keys: KeyCache;
  names: Names;
  site: Site;
  documentation: () => Promise<Documents>;
  limits: Limits;
  bodies: BodyRoom;
  /** Requests that are being served; bounded by the open sockets. */
  open: Slots<Exchange>;
  /** Requests that ask for an upgrade, with what their clients sent right behind them. */
  upgrades: WeakMap<IncomingMessage, Buffer>;
  /** Aborted when the process has been asked to stop: clients are told to come by another connection. */
  draining: AbortSignal;
  /** Milliseconds since 1970. */
  now: () => number;
}
