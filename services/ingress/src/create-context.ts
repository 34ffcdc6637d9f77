import { AccountClient } from '@headgate/proto/gen/headgate/account/v1/account';
import { LedgerClient } from '@headgate/proto/gen/headgate/ledger/v1/ledger';
import { MediaTaskClient } from '@headgate/proto/gen/headgate/media/v1/media';
import { TextGatewayClient } from '@headgate/proto/gen/headgate/text/v1/text';
import { createBodyRoom } from '@headgate/runtime/bodies/body-room';
import type { Service } from '@headgate/runtime/lifecycle';
import { call, connectRpc } from '@headgate/runtime/rpc/client';
import { createSlots } from '@headgate/runtime/slots';
import { createLimits } from './admit/create-limits.ts';
import { showSharing } from './admit/leases/show-sharing.ts';
import { createKeyCache } from './caller/key-cache.ts';
import type { Config } from './config.ts';
import type { Context } from './context.ts';
import type { Exchange } from './exchange/exchange.ts';
import { createRequestLog } from './exchange/request-log.ts';
import { downloadFrom, proxyTo } from './forward/http/to-http.ts';
import { createNames } from './forward/records/names.ts';
import { connectToText } from './forward/text/connect-to-text.ts';
import { createIngressMetrics } from './metrics.ts';
import { createDocumentation } from './openapi/documentation.ts';
import { createHttpTargets } from './processes/http-targets.ts';
import { routes } from './routes/routes.ts';
import { createSite } from './site.ts';
import { createStatusBoard } from './statuses/board.ts';

/** Connects to the other services and makes what serving a request needs. */
export function createContext(
  { log, health, metrics, security, draining, onStop }: Service,
  config: Config,
): Context {
  // What is kept for a while must not be kept for longer by a clock that is set back.
  const elapsed = () => performance.now();
  const account = connectRpc(AccountClient, config.accountAddress, security);
  const ledger = connectRpc(LedgerClient, config.ledgerAddress, security);
  const text = connectRpc(TextGatewayClient, config.textGatewayAddress, security);
  const media = connectRpc(MediaTaskClient, config.mediaAddress, security);
  const consoles = createHttpTargets(config.consoleHttpAddress, { security });
  onStop('rpc clients', () => {
    for (const client of [account, ledger, text, media]) client.close();
  });
  const limits = createLimits(config, log);
  onStop('limits', limits.stop);
  if (limits.sharing) showSharing(metrics, limits.sharing);
  const open = createSlots<Exchange>();
  const bodies = createBodyRoom(config.bodiesBytes);
  return {
    config,
    log,
    logRequest: createRequestLog(log),
    health,
    metrics: createIngressMetrics(metrics, { open, bodies }),
    account,
    ledger,
    text: connectToText(text, { log, metrics, security, onStop }, config),
    inquiries: text,
    statuses: createStatusBoard(elapsed),
    media,
    downloads: downloadFrom(createHttpTargets(config.mediaHttpAddress, { security })),
    pages: downloadFrom(consoles),
    consoles,
    http: proxyTo(createHttpTargets(config.textGatewayHttpAddress, { security })),
    keys: createKeyCache({
      verify: (hash) => call(account, account.verifyKey, { hash }),
      size: config.keyCacheSize,
      unknownSize: config.unknownKeyCacheSize,
      unknownTtlMs: config.unknownKeyTtlMs,
      graceMs: config.keyCacheGraceMs,
      now: elapsed,
    }),
    names: createNames((request) => call(account, account.getNames, request), {
      ttlMs: config.nameCacheMs,
      now: elapsed,
    }),
    site: createSite(() => call(account, account.getSite, {}), elapsed),
    documentation: createDocumentation(routes, () => call(account, account.describeOperations, {}), elapsed),
    limits,
    bodies,
    open,
    upgrades: new WeakMap(),
    draining,
    now: Date.now,
  };
}
