import type { HandleRequest, HandleResponse } from '@headgate/proto/gen/headgate/media/v1/media';
import type { ApiContext } from '../../context.ts';
import { findKlingTask } from '../../sql/tasks/kling-tasks.ts';
import { showKlingTask, wrapKling } from '../../views/kling-task.ts';
import { answer, taskNotFound } from '../answer.ts';
import { callerOf } from '../caller-of.ts';
import { readSoon } from '../read-soon.ts';
import { hasten } from '../show-task.ts';

/** Shows a task below the path that made it; below another it is unknown. */
export async function showKling(context: ApiContext, request: HandleRequest): Promise<HandleResponse> {
  const { userId } = callerOf(request);
  const { action, taskId, requestId, baseUrl } = request;
  const task = await readSoon(findKlingTask(context.knex, { userId, action }, taskId));
  if (!task) throw taskNotFound();
  await hasten(context, task);
  return answer(200, wrapKling(requestId, showKlingTask(task, baseUrl)));
}
