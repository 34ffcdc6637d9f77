import { StatusAnnounced, VersionsAnnounced } from '@headgate/proto/gen/headgate/events/v1/events';
import { statusSubject, versionsSubject } from '@headgate/proto/subjects';
import type { Log } from '@headgate/runtime/log';
import type { NatsConnection } from 'nats';

export interface Listeners {
  onVersions: (versions: VersionsAnnounced) => void;
  onStatus: (status: StatusAnnounced) => void;
}

/** Hears what the other processes announce. */
export function listen(connection: NatsConnection, log: Log, { onVersions, onStatus }: Listeners): void {
  connection.subscribe(versionsSubject, {
    callback: (error, message) => {
      if (!error) onVersions(VersionsAnnounced.decode(message.data));
    },
  });
  connection.subscribe(statusSubject, {
    callback: (error, message) => {
      if (error) return;
      try {
        onStatus(StatusAnnounced.decode(message.data));
      } catch (cause) {
        log.warn({ err: cause }, 'a status could not be read');
      }
    },
  });
}
