import { fault } from '@headgate/proto/faults';
import type { HandleRequest, HandleResponse } from '@headgate/proto/gen/headgate/media/v1/media';
import { FaultError } from '@headgate/runtime/errors';
import { describeFailure } from '../../call/describe.ts';
import type { ApiContext } from '../../context.ts';
import { readSeed, seedRequest } from '../../upstreams/midjourney-proxy.ts';
import { answer } from '../answer.ts';
import { requireAccount, requireOrigin } from './require-task.ts';

/** The number that a picture grew from, which its vendor alone knows. */
export async function showSeed(context: ApiContext, request: HandleRequest): Promise<HandleResponse> {
  const task = await requireOrigin(context, request, request.taskId);
  const account = await requireAccount(context, task);
  const received = await context.send(seedRequest(task, account)).catch((error) => {
    context.log.warn({ task: task.id, ...describeFailure(error) }, 'a seed cannot be asked for');
    return undefined;
  });
  const seed = received && readSeed(received);
  if (seed === undefined) throw new FaultError(fault('bad_response'));
  return answer(200, { code: 1, description: 'Success', result: seed });
}
