import type { Log } from '@headgate/runtime/log';
import type { Registry } from '@headgate/runtime/metrics';
import { connectNats } from '@headgate/runtime/nats/connect';
import type { Security } from '@headgate/runtime/security/security';
import type { NatsConnection } from 'nats';

/**
 * Calls `onConnection` when there is a connection. Nobody waits for NATS: without it, the watch of keys asks account by
 * the clock. Returns what ends it.
 */
export function linkNats(
  options: { url: string; name: string; log: Log; security: Security; metrics: Registry },
  onConnection: (connection: NatsConnection) => void,
): () => Promise<void> {
  let connection: NatsConnection | undefined;
  connectNats(options)
    .then((made) => {
      connection = made;
      onConnection(made);
    })
    .catch((error) =>
      options.log.error(
        { err: error },
        'NATS cannot be used until the next start: account is asked instead what was revoked',
      ),
    );
  return async () => {
    await connection?.close();
  };
}
