import { StatusAnnounced, VersionsAnnounced } from '@headgate/proto/gen/headgate/events/v1/events';
import { statusSubject, versionsSubject } from '@headgate/proto/subjects';
import type { Service } from '@headgate/runtime/lifecycle';
import { announceStatus } from '@headgate/runtime/nats/announce-status';
import { subscribe } from '@headgate/runtime/nats/subscribe';
import { call } from '@headgate/runtime/rpc/client';
import { type KeyWatch, watchKeys } from './caller/key-watch.ts';
import type { Config } from './config.ts';
import type { Context } from './context.ts';
import { createContext } from './create-context.ts';
import { watchSessions } from './exchange/watch-sessions.ts';
import { linkNats } from './link-nats.ts';
import { type PublicServer, servePublic } from './public-port/serve.ts';

/** Above what the public port may take to stop. */
const stopMarginMs = 10_000;

/** An answer that takes longer is asked for again. */
const changesDeadlineMs = 2_000;

/** Starts the ingress: keys are watched first, the public port opens last and closes first. */
export async function startIngress(service: Service, config: Config): Promise<PublicServer> {
  const { name, log, security, metrics } = service;
  const context = createContext(service, config);
  const watch = startKeyWatch(service, context);
  const stopListening = linkNats({ url: config.natsUrl, name, log, security, metrics }, (nats) => {
    subscribe({ nats, log }, versionsSubject, VersionsAnnounced, ({ keysVersion, catalogVersion }) => {
      watch.announced(keysVersion);
      context.site.announced(catalogVersion);
    });
    subscribe({ nats, log }, statusSubject, StatusAnnounced, context.statuses.hear);
    announceStatus(service, nats, { gauges: { open_requests: 'headgate_ingress_open_requests' } });
  });
  service.onStop('NATS', stopListening);
  return startPublicPort(service, context);
}

export function startKeyWatch({ health, onStop }: Service, { account, keys, log }: Context): KeyWatch {
  const watch = watchKeys({
    cache: keys,
    getChanges: (afterVersion) =>
      call(account, account.getKeyChanges, { afterVersion }, { deadlineMs: changesDeadlineMs }),
    condition: health.condition('account'),
    log,
    // A clock that is set back would take an hour's silence for none.
    now: () => performance.now(),
  });
  onStop('watch of keys', watch.stop);
  return watch;
}

export async function startPublicPort({ onStop }: Service, context: Context): Promise<PublicServer> {
  const server = await servePublic(context);
  onStop('watch of sessions', watchSessions(context).stop);
  onStop('public port', server.stop, context.config.stopGraceMs + stopMarginMs);
  context.log.info({ httpPort: server.port }, 'public port is open');
  return server;
}
