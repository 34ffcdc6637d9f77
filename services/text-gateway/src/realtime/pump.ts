import type { WebSocket } from 'ws';

export interface Frame {
  bytes: Buffer;
  isBinary: boolean;
}

/**
 * Takes a socket's frames one after the other. While one is being worked on the socket is held back, so that what waits
 * is no more than what had been read already. Gives what resolves when nothing waits: what came before a close may be
 * taken after it.
 */
export function pumpFrames(
  socket: WebSocket,
  take: (frame: Frame) => Promise<void> | undefined,
): () => Promise<void> {
  const waiting: Frame[] = [];
  let isRunning = false;
  let running = Promise.resolve();

  async function run(): Promise<void> {
    isRunning = true;
    for (let frame = waiting.shift(); frame; frame = waiting.shift()) {
      const pending = take(frame);
      if (!pending) continue;
      socket.pause();
      await pending;
    }
    isRunning = false;
    socket.resume();
  }

  socket.on('message', (data, isBinary) => {
    const bytes = Buffer.isBuffer(data)
      ? data
      : Buffer.concat(Array.isArray(data) ? data : [Buffer.from(data)]);
    waiting.push({ bytes, isBinary });
    if (!isRunning) running = run();
  });
  return () => running;
}

/** What may wait in this process for one side that takes nothing. */
const maxBufferedBytes = 1024 * 1024;

/** Sends a text frame; the promise is for who must wait until the other side has taken more. */
export function sendFrame(socket: WebSocket, bytes: Buffer): Promise<void> | undefined {
  if (socket.readyState !== socket.OPEN) return undefined;
  const isFull = socket.bufferedAmount > maxBufferedBytes;
  if (!isFull) {
    socket.send(bytes, { binary: false }, () => undefined);
    return undefined;
  }
  return new Promise((resolve) => socket.send(bytes, { binary: false }, () => resolve()));
}
