import { fault } from '@headgate/proto/faults';
import { FaultError } from '@headgate/runtime/errors';
import type { Log } from '@headgate/runtime/log';
import { wait } from '@headgate/runtime/wait';
import type { AccountMetrics } from '../metrics.ts';
import { reasonOf } from './reasons.ts';
import type { Mail, SendMail } from './send-mail.ts';

/** Mail on its way, in memory: whoever waits for one that was lost with its process asks again. */
export interface Outbox {
  /** Whether mail is sent at all. */
  isOn: boolean;
  /**
   * Has a letter written and sent after the request, so that how long the request takes says nothing of who there is. `write`
   * gives undefined where nothing is to be sent. Throws 429 while too many wait.
   */
  put(write: () => Promise<Mail | undefined>): void;
}

const mostWaiting = 1_000;
const places = 4;
/** Between tries. */
const defaultPausesMs = [5_000, 30_000];
const retryAfterMs = 60_000;

interface OutboxTools {
  /** Undefined: no mail is sent. */
  send: SendMail | undefined;
  log: Log;
  metrics: Pick<AccountMetrics, 'mails'>;
  pausesMs?: readonly number[];
}

/** Starts sending, until the signal is aborted; then `ended` resolves once nothing is under way. */
export function startOutbox(
  { send, log, metrics, pausesMs = defaultPausesMs }: OutboxTools,
  signal: AbortSignal,
): Outbox & { ended(): Promise<void> } {
  const waiting: (() => Promise<Mail | undefined>)[] = [];
  const underWay = new Set<Promise<void>>();

  function startNext(): void {
    while (underWay.size < places && !signal.aborted) {
      const write = waiting.shift();
      if (!write || !send) return;
      const run = deliver(write, send).finally(() => {
        underWay.delete(run);
        startNext();
      });
      underWay.add(run);
    }
  }

  async function deliver(write: () => Promise<Mail | undefined>, sendMail: SendMail): Promise<void> {
    try {
      const mail = await write();
      if (!mail) return;
      await tryAll(() => sendMail(mail));
      metrics.mails.inc({ result: 'sent' });
    } catch (error) {
      metrics.mails.inc({ result: 'failed' });
      log.warn({ reason: reasonOf(error) }, 'mail was not sent');
    }
  }

  async function tryAll(run: () => Promise<void>): Promise<void> {
    for (const pauseMs of pausesMs) {
      try {
        return await run();
      } catch {
        await wait(pauseMs, signal);
      }
    }
    return run();
  }

  return {
    isOn: send !== undefined,
    put(write) {
      if (waiting.length >= mostWaiting) throw new FaultError(fault('too_many_requests', { retryAfterMs }));
      waiting.push(write);
      startNext();
    },
    async ended() {
      await Promise.all(underWay);
    },
  };
}
