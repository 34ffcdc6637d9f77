import { readFileSync } from 'node:fs';
import { connect, credsAuthenticator, Events, type NatsConnection } from 'nats';
import type { Condition } from '../health.ts';
import type { Log } from '../log.ts';
import { Gauge, type Registry } from '../metrics.ts';
import { plain, type Security } from '../security/security.ts';
import { readServers } from './read-servers.ts';

const lateMs = 2_000;

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
  const late = setTimeout(() => log.warn('waiting for NATS'), lateMs);
  const connection = await connect({
    ...readServers(url),
    name,
    ...(authority !== undefined && { tls: { caFile: authority } }),
    ...(credentials !== undefined && { authenticator: credsAuthenticator(readFileSync(credentials)) }),
    waitOnFirstConnect: true,
    maxReconnectAttempts: -1,
    reconnectTimeWait: 250,
    reconnectJitter: 100,
    pingInterval: 10_000,
    maxPingOut: 2,
  });
  clearTimeout(late);
  void watchStatus();
  return connection;

  async function watchStatus(): Promise<void> {
    connected?.set(1);
    condition?.set(true);
    onConnect?.();
    for await (const status of connection.status()) {
      if (status.type === Events.Disconnect) {
        log.warn('NATS is away');
        connected?.set(0);
        condition?.set(false, 'NATS is away');
        onDisconnect?.();
      } else if (status.type === Events.Reconnect) {
        log.info('NATS is back');
        connected?.set(1);
        condition?.set(true);
        onConnect?.();
      }
    }
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
