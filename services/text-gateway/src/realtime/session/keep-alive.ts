import type { WebSocket } from 'ws';

/**
 * Pings a socket, and cuts it when nothing has come from it for too long. A socket that is held back is not read, and so
 * says nothing. Returns how to stop.
 */
export function keepAlive(
  socket: WebSocket,
  { pingMs, idleMs }: { pingMs: number; idleMs: number },
): () => void {
  let heardAt = performance.now();
  const hear = (): void => {
    heardAt = performance.now();
  };
  for (const event of ['message', 'ping', 'pong']) socket.on(event, hear);
  const timer = setInterval(() => {
    if (socket.isPaused) hear();
    if (performance.now() - heardAt > idleMs) socket.terminate();
    else if (socket.readyState === socket.OPEN) socket.ping();
  }, pingMs);
  return () => clearInterval(timer);
}
