import { VersionsAnnounced } from '@headgate/proto/gen/headgate/events/v1/events';
import { noticeGivenSubject, versionsSubject } from '@headgate/proto/subjects';
import type { Log } from '@headgate/runtime/log';
import type { Registry } from '@headgate/runtime/metrics';
import { connectNats } from '@headgate/runtime/nats/connect';
import type { Security } from '@headgate/runtime/security/security';
import { retryUntilDone } from '@headgate/runtime/wait';
import type { NatsConnection } from 'nats';
import type { Versions } from './versions/store.ts';

export interface Announcer {
  announce(versions: Versions): void;
  stop(): Promise<void>;
}

/**
 * Publishes versions over core NATS. While the broker is away nothing is kept for later: whoever comes back
 * hears the next announcement. Connecting goes on in the background, for as long as it takes.
 */
export function createAnnouncer(options: {
  url: string;
  log: Log;
  security: Security;
  metrics?: Registry;
  stopping: AbortSignal;
  /** Ledger said that there is a notice. */
  onNotice: () => void;
  /** There is a connection, for the first time. */
  onConnection: (connection: NatsConnection) => void;
}): Announcer {
  const { url, log, security, metrics, stopping, onNotice, onConnection } = options;
  let connection: NatsConnection | undefined;
  let isConnected = false;
  let newest: Versions | undefined;

  const publishNewest = (): void => {
    if (!connection || !isConnected || !newest) return;
    connection.publish(versionsSubject, VersionsAnnounced.encode(newest).finish());
  };
  const connect = async (): Promise<void> => {
    const condition = {
      set(isMet: boolean) {
        isConnected = isMet;
      },
    };
    connection = await connectNats({
      url,
      name: 'account',
      log,
      security,
      ...(metrics && { metrics }),
      condition,
      onConnect: publishNewest,
    });
    if (stopping.aborted) return connection.close();
    connection.subscribe(noticeGivenSubject, { callback: onNotice });
    onConnection(connection);
    publishNewest();
  };
  const onError = (error: unknown): void => log.warn({ err: error }, 'cannot connect to NATS');
  retryUntilDone(connect, { signal: stopping, onError }).catch(() => {});

  return {
    announce(versions) {
      newest = versions;
      publishNewest();
    },
    async stop() {
      await connection?.close();
    },
  };
}
