import type { Duplex } from 'node:stream';

/** How long a client may go on sending, so that it gets to read the last that it was told. */
const lingerMs = 2_000;

/** Ends a connection that nobody reads: what its client still sends would keep it for ever, and hide that the client has left. */
export function hangUp(socket: Duplex): void {
  socket.end();
  socket.resume();
  const timer = setTimeout(() => socket.destroy(), lingerMs);
  socket.once('close', () => clearTimeout(timer));
}
