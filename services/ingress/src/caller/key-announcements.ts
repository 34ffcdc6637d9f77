import { VersionsAnnounced } from '@headgate/proto/gen/headgate/events/v1/events';
import { versionsSubject } from '@headgate/proto/subjects';
import type { Log } from '@headgate/runtime/log';
import { connectNats } from '@headgate/runtime/nats/connect';

/**
 * Calls `announced` for every version of the keys that account announces. Does not wait for NATS: without
 * it, the watch of keys asks account by the clock. Returns what ends it.
 */
export function listenForKeyVersions(
  { url, name, log }: { url: string; name: string; log: Log },
  announced: (version: bigint) => void,
): () => Promise<void> {
  const connecting = connectNats({ url, name, log }).then((connection) => {
    connection.subscribe(versionsSubject, {
      callback: (error, message) => {
        if (!error) announced(VersionsAnnounced.decode(message.data).keysVersion);
      },
    });
    return connection;
  });
  connecting.catch((error) => log.error({ err: error }, 'NATS cannot be used'));
  return async () => {
    const connection = await Promise.race([connecting, undefined]);
    await connection?.close();
  };
}
