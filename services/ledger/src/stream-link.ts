import type { Log } from '@headgate/runtime/log';
import type { Registry } from '@headgate/runtime/metrics';
import { connectNats } from '@headgate/runtime/nats/connect';
import type { Security } from '@headgate/runtime/security/security';
import type { JetStreamClient, JetStreamManager, NatsConnection } from 'nats';

/** A request that NATS lost is asked again after this. */
const requestTimeoutMs = 2_000;

/** A connection to NATS that may not be there yet. */
export interface StreamLink {
  /** Resolves at the first connection, with what reads and looks after the stream. */
  connected: Promise<{ nats: NatsConnection; manager: JetStreamManager; jetstream: JetStreamClient }>;
  /** Sends a message of core NATS, or drops it when NATS is away. */
  publish(subject: string, data: Uint8Array): void;
  /** Calls `run` at every connection, until the returned function is called. */
  onConnect(run: () => void): () => void;
  close(): Promise<void>;
}

/** Begins to connect. Nobody waits for it: draws are answered without NATS. */
export function linkNats(
  url: string,
  log: Log,
  { security, metrics }: { security?: Security; metrics?: Registry } = {},
): StreamLink {
  const listeners = new Set<() => void>();
  let connection: NatsConnection | undefined;
  const connected = connectNats({
    url,
    name: 'ledger',
    ...(security && { security }),
    ...(metrics && { metrics }),
    log,
    onConnect: () => {
      for (const run of listeners) run();
    },
  }).then(async (made) => {
    connection = made;
    const manager = await made.jetstreamManager({ checkAPI: false, timeout: requestTimeoutMs });
    return { nats: made, manager, jetstream: made.jetstream() };
  });
  return {
    connected,
    publish(subject, data) {
      if (!connection || connection.isClosed()) return;
      connection.publish(subject, data);
    },
    onConnect(run) {
      listeners.add(run);
      return () => listeners.delete(run);
    },
    async close() {
      await connection?.close();
    },
  };
}
