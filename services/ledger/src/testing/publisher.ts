import { randomUUID } from 'node:crypto';
import { type Close, CloseBatch } from '@headgate/proto/gen/headgate/events/v1/events';
import { billingStream, closesSubject } from '@headgate/proto/subjects';
import { ensureStream } from '@headgate/runtime/nats/stream';
import { connect, headers } from 'nats';

/** Publishes closes as a gateway does: a batch per message, an id of its own on each. */
export interface TestPublisher {
  publish(closes: readonly Close[]): Promise<void>;
  publishBytes(data: Uint8Array): Promise<void>;
  stop(): Promise<void>;
}

export async function startPublisher(natsUrl: string): Promise<TestPublisher> {
  const connection = await connect({
    servers: natsUrl.split(','),
    maxReconnectAttempts: -1,
    reconnectTimeWait: 50,
  });
  const jetstream = connection.jetstream({ timeout: 1_000 });
  const manager = await connection.jetstreamManager({ checkAPI: false, timeout: 1_000 });

  async function publishBytes(data: Uint8Array): Promise<void> {
    const ids = headers();
    ids.set('Nats-Msg-Id', randomUUID());
    // A server that has just come back may need another try.
    for (let triesLeft = 50; ; triesLeft -= 1) {
      try {
        await ensureStream(manager, billingStream);
        await jetstream.publish(closesSubject, data, { headers: ids });
        return;
      } catch (error) {
        if (triesLeft === 0) throw error;
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
    }
  }

  return {
    publish: (closes) => publishBytes(CloseBatch.encode({ closes: [...closes] }).finish()),
    publishBytes,
    stop: () => connection.close(),
  };
}
