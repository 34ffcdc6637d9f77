import { fault } from '@headgate/proto/faults';
import { answerWithin, LateError } from '@headgate/runtime/answer-within';
import { FaultError } from '@headgate/runtime/errors';

/** Of a client that asks again and again. Less than a pool waits for a connection, and more than a healthy database takes for a page. */
const patienceMs = 8_000;

/**
 * What a client only looks at. Throws a FaultError 503 where the database has not answered in time: one that hangs would keep the
 * client for as long as a connection may be silent.
 */
export async function readSoon<Read>(reading: Promise<Read>): Promise<Read> {
  try {
    return await answerWithin(patienceMs, reading);
  } catch (cause) {
    if (cause instanceof LateError) throw new FaultError(fault('service_unavailable'), { cause });
    throw cause;
  }
}
