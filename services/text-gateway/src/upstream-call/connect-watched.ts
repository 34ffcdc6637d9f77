import type { Socket } from 'node:net';
import { buildConnector } from 'undici';

/** The words for a connection that the other side closed. */
const closes: readonly unknown[] = ['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE'];

/** Makes connections within so long, and tells by which errors the other side closed those that had carried answers. */
export function connectWatched(
  connectMs: number,
  closedKept: (error: Error) => void,
): buildConnector.connector {
  // A connection per stream: none waits for another's window, and a reset takes only one.
  const connect = buildConnector({ timeout: connectMs, allowH2: false });
  return (options, callback) => {
    connect(options, (...result) => {
      const [, socket] = result;
      if (socket) watch(socket);
      callback(...result);
    });
  };

  function watch(socket: Socket): void {
    socket.on('error', (error) => {
      if (socket.bytesRead > 0 && 'code' in error && closes.includes(error.code)) closedKept(error);
    });
  }
}
