import { fault } from '@headgate/proto/faults';
import type { Fault } from '@headgate/proto/gen/headgate/fault/v1/fault';
import type { OpenStream } from '../call/open-stream.ts';
import type { Task } from '../task/task.ts';

/** Signed addresses answer 403 once they have expired. */
export function leadsNowhere({ status }: OpenStream): boolean {
  return [403, 404, 410].includes(status);
}

/** For how long after its task has ended a result may be on its way to where its vendor serves it. */
const freshMs = 60_000;

/** When whoever wants it may ask again. */
const comesWithinMs = 5_000;

/** Why there is no result where its vendor says that it lies: it is not there yet, or is no longer kept. */
export function nowhereFault({ finishedAt }: Pick<Task, 'finishedAt'>): Fault {
  const isFresh = finishedAt !== null && Date.now() - finishedAt < freshMs;
  return isFresh ? fault('bad_response', { retryAfterMs: comesWithinMs }) : fault('result_expired');
}
