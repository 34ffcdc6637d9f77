import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { Socket } from 'node:net';
import type { buildConnector } from 'undici';

/** The words for a connection that the other side closed. */
const closes: readonly unknown[] = ['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE'];

/** Notes what connections had brought when a request was last sent over each. */
export interface Sends {
  readBytesBefore(socket: Socket): number;
  stop(): void;
}

/** Undici publishes what it sends, and tells it to nobody else. */
const sending = 'undici:client:sendHeaders';

export function watchSends(): Sends {
  const readBytes = new WeakMap<Socket, number>();
  const note = (sent: unknown): void => {
    if (typeof sent !== 'object' || sent === null || !('socket' in sent)) return;
    if (sent.socket instanceof Socket) readBytes.set(sent.socket, sent.socket.bytesRead);
  };
  subscribe(sending, note);
  return {
    readBytesBefore: (socket) => readBytes.get(socket) ?? 0,
    stop: () => void unsubscribe(sending, note),
  };
}

/**
 * Makes connections, and tells by which errors the other side closed those that had carried answers, without a
 * word on what was sent last.
 */
export function connectWatched(
  connect: buildConnector.connector,
  sends: Pick<Sends, 'readBytesBefore'>,
  closedKept: (error: Error) => void,
): buildConnector.connector {
  return (options, callback) => {
    connect(options, (...result) => {
      const [, socket] = result;
      if (socket) watch(socket);
      callback(...result);
    });
  };

  function watch(socket: Socket): void {
    // A tunnel has brought its proxy's answer.
    const beforeAll = socket.bytesRead;
    socket.on('error', (error) => {
      const before = sends.readBytesBefore(socket);
      const isKept = before > beforeAll && socket.bytesRead === before;
      if (isKept && 'code' in error && closes.includes(error.code)) closedKept(error);
    });
  }
}
