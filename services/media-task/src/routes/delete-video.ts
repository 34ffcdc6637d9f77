import { fault, platformType } from '@headgate/proto/faults';
import type { HandleRequest, HandleResponse } from '@headgate/proto/gen/headgate/media/v1/media';
import { FaultError } from '@headgate/runtime/errors';
import type { ApiContext } from '../context.ts';
import { hideTask } from '../sql/hide-task.ts';
import { isTerminal } from '../task/states.ts';
import { answer } from './answer.ts';
import { requireTask } from './show-task.ts';

/** Hides a task that has ended. Its record and its bill stay. */
export async function deleteVideo({ knex }: ApiContext, request: HandleRequest): Promise<HandleResponse> {
  const task = await requireTask(knex, request);
  if (!isTerminal(task.state)) {
    const message = 'The video is still being made: it can be deleted once it has ended.';
    throw new FaultError(
      fault('invalid_request', { status: 409, type: platformType, param: 'video_id', message }),
    );
  }
  await hideTask(knex, task.id);
  return answer(200, { id: task.id, object: 'video.deleted', deleted: true });
}
