import type { NatsConnection } from 'nats';
import { wait } from '../wait.ts';

/** A drain waits for an answer of the broker, for ever while that is away. */
const drainMs = 2_000;

/** Ends a connection after what it has yet to send has left, if the broker is there to take it. */
export async function disconnectNats(connection: NatsConnection): Promise<void> {
  if (connection.isClosed()) return;
  await Promise.race([connection.drain(), wait(drainMs)]);
  await connection.close();
}
