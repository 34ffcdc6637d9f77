import { VersionsAnnounced } from '@headgate/proto/gen/headgate/events/v1/events';
import { versionsSubject } from '@headgate/proto/subjects';
import type { Log } from '@headgate/runtime/log';
import { connectNats } from '@headgate/runtime/nats/connect';

/**
 * Calls `announced` for all versions that account announces. Does not wait for NATS: without
 * it, the watch of keys asks account by the clock. Returns what ends it.
 */
export function listenForVersions(
  { url, name, log }: { url: string; name: string; log: Log },
  announced: (versions: VersionsAnnounced) => void,
): () => Promise<void> {
  const connecting = connectNats({ url, name, log }).then((connection) => {
    connection.subscribe(versionsSubject, {
      callback: (error, message) => {
        if (!error) announced(VersionsAnnounced.decode(message.data));
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
