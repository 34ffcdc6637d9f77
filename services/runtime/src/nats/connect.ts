import { type ConnectionOptions, connect, Events, type NatsConnection } from 'nats';
import type { Condition } from '../health.ts';
import type { Log } from '../log.ts';
import { Gauge, type Registry } from '../metrics.ts';
import { plain, type Security } from '../security/security.ts';
import { createCredentialsReader } from './read-credentials.ts';
import { readServers } from './read-servers.ts';

const lateMs = 2_000;
const tryMs = 5_000;

/**
 * Connects to NATS, or keeps trying in the background when it is not there yet: services start in any order
 * and outlive the broker. `url` may name several servers of a cluster, between commas, and a user. `onConnect` runs at every
 * connection, the first included.
 */
export async function connectNats(options: {
  url: string;
  name: string;
  log: Log;
  security?: Security;
  condition?: Condition;
  /** Where it is shown whether the connection stands. */
  metrics?: Registry;
  onConnect?: () => void;
  onDisconnect?: () => void;
}): Promise<NatsConnection> {
  const { url, name, log, security = plain, condition, metrics, onConnect, onDisconnect } = options;
  const connected = metrics && showConnected(metrics);
  const { authority, credentials } = security.nats;
  const authenticator = credentials === undefined ? undefined : createCredentialsReader(credentials, log);
  const asked: ConnectionOptions = {
    ...readServers(url),
    name,
    ...(authority !== undefined && { tls: { caFile: authority } }),
    ...(authenticator && { authenticator }),
  };
  let late = setTimeout(tellReason, lateMs);
  const connection = await connect({
    ...asked,
    waitOnFirstConnect: true,
    maxReconnectAttempts: -1,
    // Two refusals in a row would end it for good: a broker that has just begun may not know its users yet.
    ignoreAuthErrorAbort: true,
    reconnectTimeWait: 250,
    reconnectJitter: 100,
    pingInterval: 10_000,
    maxPingOut: 2,
  }).finally(() => clearTimeout(late));
  void watchStatus();
  void connection.closed().then(() => clearTimeout(late));
  return connection;

  /** A try that is refused comes and goes like a connection of its own: only the first loss and the return are told. */
  async function watchStatus(): Promise<void> {
    let isThere = true;
    let isRefused = false;
    tellThere();
    for await (const { type, data } of connection.status()) {
      if (type === Events.Disconnect && isThere) {
        isThere = false;
        log.warn('NATS is away');
        late = setTimeout(tellReason, lateMs);
        tellAway();
      } else if (type === Events.Error && !isThere && !isRefused) {
        isRefused = true;
        log.warn({ code: data }, 'NATS refuses the connection: it is tried again');
      } else if (type === Events.Reconnect && !isThere) {
        isThere = true;
        isRefused = false;
        clearTimeout(late);
        log.info('NATS is back');
        tellThere();
      }
    }
  }

  /** The client tries again and does not say why: a try of its own that is not repeated does. */
  async function tellReason(): Promise<void> {
    const failed = await connect({ ...asked, reconnect: false, timeout: tryMs }).then(
      (tried) => tried.close(),
      (err: unknown) => ({ err }),
    );
    if (failed) log.warn(failed, 'waiting for NATS, which is away or refuses who asks');
  }

  function tellThere(): void {
    connected?.set(1);
    condition?.set(true);
    onConnect?.();
  }

  function tellAway(): void {
    connected?.set(0);
    condition?.set(false, 'NATS is away');
    onDisconnect?.();
  }
}

/** A connection that is tried again takes the place of the one before. */
function showConnected(metrics: Registry): Gauge {
  metrics.removeSingleMetric('headgate_nats_connected');
  return new Gauge({
    name: 'headgate_nats_connected',
    help: 'Whether the connection to NATS stands: 1 or 0.',
    registers: [metrics],
  });
}
