import { fault } from '@headgate/proto/faults';
import type { HandleRequest } from '@headgate/proto/gen/headgate/media/v1/media';
import { FaultError } from '@headgate/runtime/errors';
import type { ApiContext } from '../context.ts';

/**
 * What is read before a request writes anything down. Where the database does not answer, throws a FaultError 503 that says that
 * nothing was made of it: the client may ask again.
 */
export async function beforeWriting<Answer>(
  context: Pick<ApiContext, 'log'>,
  request: HandleRequest,
  reading: Promise<Answer>,
): Promise<Answer> {
  try {
    return await reading;
  } catch (cause) {
    if (cause instanceof FaultError) throw cause;
    throw nothingWritten(context, request, cause);
  }
}

/** What is told of a request that the database failed before anything of it was written down. */
export function nothingWritten(
  { log }: Pick<ApiContext, 'log'>,
  { requestId }: HandleRequest,
  cause: unknown,
): FaultError {
  log.error({ err: cause, requestId }, 'the database failed before anything of a request was written down');
  return new FaultError(fault('service_unavailable', { notStarted: true }), { cause });
}
