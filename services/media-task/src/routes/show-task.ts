import type { HandleRequest, HandleResponse } from '@headgate/proto/gen/headgate/media/v1/media';
import type { ApiContext } from '../context.ts';
import { findTask } from '../sql/find-task.ts';
import type { Surface, Task } from '../task/task.ts';
import { answer, taskNotFound } from './answer.ts';
import { callerOf } from './caller-of.ts';

/** What both video dialects show. */
const videoSurfaces: readonly Surface[] = ['video', 'image', 'kling'];

/** Shows the task that the path names, as it stands in the database: nobody is asked. */
export async function showTask(
  { knex }: ApiContext,
  request: HandleRequest,
  view: (task: Task, baseUrl: string) => unknown,
): Promise<HandleResponse> {
  return answer(200, view(await requireTask(knex, request), request.baseUrl));
}

export async function requireTask(knex: ApiContext['knex'], request: HandleRequest): Promise<Task> {
  const { userId } = callerOf(request);
  const task = await findTask(knex, request.taskId, { userId, surfaces: videoSurfaces });
  if (!task) throw taskNotFound();
  return task;
}
