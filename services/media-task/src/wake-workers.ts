import { mediaDueSubject } from '@headgate/proto/subjects';
import type { Log } from '@headgate/runtime/log';
import type { NatsConnection } from 'nats';

/**
 * Tells workers that something is due. Lost, it costs a worker's nap, and nothing more: it is said right after a task was
 * sent, and a client that heard an error then would ask for another one.
 */
export function createWake(nats: NatsConnection, log: Log): () => void {
  return () => {
    try {
      nats.publish(mediaDueSubject);
    } catch (error) {
      log.warn({ err: error }, 'workers were not told that something is due');
    }
  };
}
