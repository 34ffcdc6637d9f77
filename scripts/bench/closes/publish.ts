import { randomUUID } from 'node:crypto';
import { closesSubject } from '@headgate/proto/subjects';
import type { JetStreamClient } from 'nats';

/** A message of the stream, and when it was sent, in milliseconds that never jump. */
export interface Sent {
  seq: number;
  atMs: number;
}

/** Sends messages in their order, each at its moment or as soon after it as may be; resolves when the stream has all. */
export async function publish(
  jetstream: JetStreamClient,
  messages: readonly Uint8Array[],
  everyMs: number,
): Promise<Sent[]> {
  const begun = performance.now();
  const sent: Promise<Sent>[] = [];
  for (const [index, message] of messages.entries()) {
    const pauseMs = begun + index * everyMs - performance.now();
    if (pauseMs > 1) await new Promise((resolve) => setTimeout(resolve, pauseMs));
    const atMs = performance.now();
    const acknowledged = jetstream.publish(closesSubject, message, { msgID: randomUUID() });
    sent.push(acknowledged.then(({ seq }) => ({ seq, atMs })));
  }
  return Promise.all(sent);
}
