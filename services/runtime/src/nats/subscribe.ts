import type { NatsConnection } from 'nats';
import type { Log } from '../log.ts';

/** How a subject's messages are read: the generated code of their proto. */
export interface Decoder<T> {
  decode(bytes: Uint8Array): T;
}

/**
 * Calls `onMessage` with every message on a subject, for as long as the connection lasts. A message that cannot be read, or
 * that `onMessage` throws at, is logged and passed over: an error that left here would end the connection.
 */
export function subscribe<T>(
  { nats, log }: { nats: NatsConnection; log: Log },
  subject: string,
  decoder: Decoder<T>,
  onMessage: (message: T) => void,
): void {
  nats.subscribe(subject, {
    callback(error, message) {
      try {
        if (error) throw error;
        onMessage(decoder.decode(message.data));
      } catch (cause) {
        log.warn({ err: cause, subject }, 'a message was passed over');
      }
    },
  });
}
