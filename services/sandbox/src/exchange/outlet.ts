import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';

/** One response, written at the client's pace. Every wait also ends when the client leaves. */
export interface Outlet {
  head(status: number, headers: OutgoingHttpHeaders): void;
  /** Writes, and resolves when the next write may follow. */
  write(bytes: string | Buffer): Promise<void>;
  /** Ends the response; resolves to whether all of it reached the operating system. */
  end(bytes?: string | Buffer): Promise<boolean>;
  pause(ms: number): Promise<void>;
  /** The connection was closed before the end of the response. */
  isGone(): boolean;
  /** Resolves when the connection is closed. */
  gone(): Promise<void>;
  /** Closes the connection after what was written, in the middle of the response. */
  cut(): Promise<void>;
  /** Resets the connection at once. */
  reset(): void;
  /** The status sent, null when there was none. */
  status(): number | null;
}

export function openOutlet(response: ServerResponse): Outlet {
  let isClosed = false;
  let wakeOnDrain: (() => void) | null = null;
  let wakeOnClose: (() => void) | null = null;
  response.on('drain', () => wakeOnDrain?.());
  response.on('close', () => {
    isClosed = true;
    wakeOnClose?.();
  });
  // A write that meets a connection closed a moment ago fails here; the close event tells the same.
  response.on('error', () => {});

  function until(event: { ms: number } | 'drain' | 'close'): Promise<void> {
    if (isClosed) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = typeof event === 'object' ? setTimeout(wake, event.ms) : undefined;
      wakeOnClose = wake;
      if (event === 'drain') wakeOnDrain = wake;
      function wake(): void {
        clearTimeout(timer);
        wakeOnClose = null;
        wakeOnDrain = null;
        resolve();
      }
    });
  }

  return {
    head: (status, headers) => response.writeHead(status, headers),
    write: (bytes) => (response.write(bytes) ? Promise.resolve() : until('drain')),
    end(bytes) {
      if (isClosed) return Promise.resolve(false);
      return new Promise((resolve) => {
        wakeOnClose = () => resolve(response.writableFinished);
        response.end(bytes, () => resolve(response.writableFinished));
      });
    },
    pause: (ms) => until({ ms }),
    isGone: () => isClosed,
    gone: () => until('close'),
    async cut() {
      const { socket } = response;
      if (isClosed || !socket) return;
      await new Promise((resolve) => socket.write('', resolve));
      socket.destroy();
    },
    reset: () => response.socket?.resetAndDestroy(),
    status: () => (response.headersSent ? response.statusCode : null),
  };
}
