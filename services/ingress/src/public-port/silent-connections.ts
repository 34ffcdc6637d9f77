import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { createSlots } from '@headgate/runtime/slots';

/** Who means to ask has begun to by then. */
const silenceMs = 2_000;

/**
 * Remembers which connections there are, and returns what closes those on which nothing was ever said: Node takes a connection for busy
 * until its first request is over, so that one which a browser or a balancer opened ahead of need would hold up a stop.
 */
export function watchSilentConnections(server: Pick<Server, 'on'>): () => void {
  const connections = createSlots<{ socket: Socket; openedAtMs: number }>();
  server.on('connection', (socket: Socket) => {
    const place = connections.add({ socket, openedAtMs: performance.now() });
    socket.once('close', () => connections.remove(place));
  });
  return () => {
    const untilMs = performance.now() - silenceMs;
    for (const { socket, openedAtMs } of connections) {
      if (socket.bytesRead === 0 && openedAtMs <= untilMs) socket.destroy();
    }
  };
}
