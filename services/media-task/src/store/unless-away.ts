import { fault } from '@headgate/proto/faults';
import { FaultError } from '@headgate/runtime/errors';
import type { Log } from '@headgate/runtime/log';

/** What the store answered. Throws a FaultError of 503 where it did not: what it has is had again when it is back. */
export async function unlessAway<Answer>(log: Pick<Log, 'warn'>, answer: Promise<Answer>): Promise<Answer> {
  try {
    return await answer;
  } catch (cause) {
    log.warn({ err: cause }, 'the store does not give a file');
    throw new FaultError(fault('service_unavailable'), { cause });
  }
}
