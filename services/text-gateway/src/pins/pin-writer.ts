import type { ResponsePin } from '@headgate/proto/gen/headgate/account/v1/account';
import { FaultError } from '@headgate/runtime/errors';
import type { Log } from '@headgate/runtime/log';

/** Brings pins to account, many at a time, and again for as long as account is away. */
export interface PinWriter {
  /** Resolves when the pin is noted, with true, or when it is not to be waited for, with false. */
  write(pin: ResponsePin): Promise<boolean>;
  /** Sends what is left, as far as account takes it. */
  stop(): Promise<void>;
}

export interface PinWriterOptions {
  /** Resolves when account has noted them. */
  send: (pins: ResponsePin[]) => Promise<unknown>;
  log: Log;
  onWritten: (count: number) => void;
  onDropped: (count: number) => void;
  /** How long account is left alone after it failed. */
  retryAfterMs: number;
}

interface Waiting {
  pin: ResponsePin;
  resolve: (isNoted: boolean) => void;
}

/** How long the first pin of a batch waits for others. */
const gatherMs = 3;

/** What account takes at once. */
const maxBatch = 1_000;

/** Pins that wait while account is away, at most; beyond it new ones are dropped. */
const maxWaiting = 10_000;

export function createPinWriter(options: PinWriterOptions): PinWriter {
  const { send, log, onWritten, onDropped, retryAfterMs } = options;
  let waiting: Waiting[] = [];
  let timer: NodeJS.Timeout | undefined;
  let sending: Promise<void> | undefined;
  let isAway = false;

  function flushAfter(ms: number): void {
    timer ??= setTimeout(() => void flush(), ms);
  }

  function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    sending ??= sendNext().finally(() => {
      sending = undefined;
      if (waiting.length > 0) flushAfter(isAway ? retryAfterMs : 0);
    });
    return sending;
  }

  async function sendNext(): Promise<void> {
    const batch = waiting.slice(0, maxBatch);
    if (batch.length === 0) return;
    try {
      await send(batch.map(({ pin }) => pin));
      isAway = false;
      onWritten(batch.length);
      for (const { resolve } of batch) resolve(true);
    } catch (error) {
      log.warn({ err: error }, 'pins of responses could not be written');
      for (const { resolve } of waiting) resolve(false);
      // What account will never take must not stand in the way of others.
      isAway = !(error instanceof FaultError && error.fault.status === 400);
      if (isAway) return;
      onDropped(batch.length);
    }
    waiting = waiting.slice(batch.length);
  }

  return {
    write(pin) {
      if (waiting.length >= maxWaiting) {
        onDropped(1);
        return Promise.resolve(false);
      }
      return new Promise((resolve) => {
        waiting.push({ pin, resolve });
        if (isAway) resolve(false);
        if (!sending) flushAfter(gatherMs);
      });
    },
    async stop() {
      await sending;
      do await flush();
      while (waiting.length > 0 && !isAway);
      clearTimeout(timer);
    },
  };
}
