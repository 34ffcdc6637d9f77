import { fault } from '@headgate/proto/faults';
import { FaultError } from '@headgate/runtime/errors';
import type { Log } from '@headgate/runtime/log';
import { retryUntilDone } from '@headgate/runtime/wait';

/**
 * Calls the store until it answers. A FaultError passes at once; where the store stays away until the signal, throws one of
 * 503: nothing was made of the request by then, and it may be asked again. A call that hangs is left then, and closes itself what
 * it is answered with later.
 */
export async function askStore<Answer>(
  log: Pick<Log, 'warn'>,
  ask: () => Promise<Answer>,
  signal: AbortSignal,
): Promise<Answer> {
  const onError = (error: unknown): void => {
    if (error instanceof FaultError) throw error;
    log.warn({ err: error }, 'a reference waits for the store');
  };
  const over = Promise.withResolvers<never>();
  const end = (): void => over.reject(signal.reason);
  signal.addEventListener('abort', end, { once: true });
  try {
    return await retryUntilDone(() => Promise.race([ask(), over.promise]), { signal, onError });
  } catch (error) {
    if (error instanceof FaultError) throw error;
    throw new FaultError(fault('service_unavailable'), { cause: error });
  } finally {
    signal.removeEventListener('abort', end);
  }
}
