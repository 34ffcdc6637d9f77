import { fault } from '@headgate/proto/faults';
import type { HandleRequest } from '@headgate/proto/gen/headgate/media/v1/media';
import { FaultError } from '@headgate/runtime/errors';
import type { ApiContext } from '../context.ts';

/**
 * What is read before a request writes anything down. Where the database does not answer, throws a FaultError 503 that says that
 * nothing was made of it: the client may ask again.
 */
export async function beforeWriting<Answer>(
  { log }: Pick<ApiContext, 'log'>,
  { requestId }: HandleRequest,
  reading: Promise<Answer>,
): Promise<Answer> {
  try {
    return await reading;
  } catch (cause) {
    if (cause instanceof FaultError) throw cause;
    log.error({ err: cause, requestId }, 'the tasks before a request cannot be read');
    throw new FaultError(fault('service_unavailable', { notStarted: true }), { cause });
  }
}
