import type { WebSocket } from 'ws';

export interface Frame {
  bytes: Buffer;
  isBinary: boolean;
}

/** What may wait in this process of one side, or for one side that takes nothing. */
const maxWaitingBytes = 1024 * 1024;

/** With what a frame takes beside its bytes. */
const sizeOf = ({ bytes }: Frame): number => bytes.length + 256;

/**
 * Takes a socket's frames one after the other. What comes while one is being worked on waits, up to a bound at which the
 * socket is held back: until then pings are answered, and it is seen to close. Gives what resolves when nothing waits: what
 * came before a close may be taken after it.
 */
export function pumpFrames(
  socket: WebSocket,
  take: (frame: Frame) => Promise<void> | undefined,
): () => Promise<void> {
  const waiting: Frame[] = [];
  let waitingBytes = 0;
  let isRunning = false;
  let running = Promise.resolve();

  async function run(): Promise<void> {
    isRunning = true;
    for (let frame = waiting.shift(); frame; frame = waiting.shift()) {
      waitingBytes -= sizeOf(frame);
      const pending = take(frame);
      if (pending) await pending;
    }
    isRunning = false;
    socket.resume();
  }

  socket.on('message', (data, isBinary) => {
    const bytes = Buffer.isBuffer(data)
      ? data
      : Buffer.concat(Array.isArray(data) ? data : [Buffer.from(data)]);
    const frame = { bytes, isBinary };
    waiting.push(frame);
    waitingBytes += sizeOf(frame);
    if (!isRunning) running = run();
    else if (waitingBytes > maxWaitingBytes) socket.pause();
  });
  return () => running;
}

/** Sends a text frame; the promise is for who must wait until the other side has taken more. */
export function sendFrame(socket: WebSocket, bytes: Buffer): Promise<void> | undefined {
  if (socket.readyState !== socket.OPEN) return undefined;
  const isFull = socket.bufferedAmount > maxWaitingBytes;
  if (!isFull) {
    socket.send(bytes, { binary: false }, () => undefined);
    return undefined;
  }
  return new Promise((resolve) => socket.send(bytes, { binary: false }, () => resolve()));
}
