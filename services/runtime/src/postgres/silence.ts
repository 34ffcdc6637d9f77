import { Socket } from 'node:net';
import type { Knex } from 'knex';
import type { Client } from 'pg';

/**
 * Gives a connection up that has been silent for so long. A server whose machine or network is gone ends nothing: TCP sends for a
 * quarter of an hour to where it was, and whoever got such a connection from the pool waits as long, though another server
 * took over in seconds.
 */
export function limitSilence(connection: Client, ms: number): void {
  const socket = socketOf(connection);
  socket?.setTimeout(ms, () => socket.destroy(new Error(`PostgreSQL has said nothing for ${ms} ms`)));
}

/** Runs what may keep the server silent for longer. A machine that is gone is noticed all the same, but while something is sent. */
export async function allowSilence<T>(transaction: Knex, run: () => Promise<T>): Promise<T> {
  const socket = socketOf(await transaction.client.acquireConnection());
  const limitMs = socket?.timeout ?? 0;
  socket?.setTimeout(0);
  try {
    return await run();
  } finally {
    socket?.setTimeout(limitMs);
  }
}

function socketOf({ connection: { stream } }: Client): Socket | undefined {
  return stream instanceof Socket ? stream : undefined;
}
