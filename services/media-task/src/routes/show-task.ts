import type { HandleRequest, HandleResponse } from '@headgate/proto/gen/headgate/media/v1/media';
import { answerWithin } from '@headgate/runtime/answer-within';
import type { ApiContext } from '../context.ts';
import { findTask } from '../sql/tasks/find-task.ts';
import { hastenTask } from '../sql/tasks/hasten-task.ts';
import type { Surface, Task } from '../task/task.ts';
import { answer, taskNotFound } from './answer.ts';
import { callerOf } from './caller-of.ts';
import { readSoon } from './read-soon.ts';

/** What both video dialects show. */
const videoSurfaces: readonly Surface[] = ['video', 'image', 'kling'];

/** A client that has been read its task waits for no more than that. */
const longestHasteMs = 1_000;

/** Shows the task that the path names as it stands in the database. Asking brings the next look at the vendor forward. */
export async function showTask(
  context: ApiContext,
  request: HandleRequest,
  view: (task: Task, baseUrl: string) => unknown,
): Promise<HandleResponse> {
  const task = await requireTask(context.knex, request);
  await hasten(context, task);
  return answer(200, view(task, request.baseUrl));
}

/** Whoever asks how a task stands would know soon. */
export async function hasten(
  { knex, config, log, wake }: ApiContext,
  { id, state, dueAt }: Task,
): Promise<void> {
  if ((state !== 'queued' && state !== 'running') || dueAt <= Date.now()) return;
  try {
    if (await answerWithin(longestHasteMs, hastenTask(knex, id, config.earlyPollMs))) wake();
  } catch (error) {
    log.warn({ err: error, task: id }, 'a poll was not brought forward');
  }
}

export async function requireTask(
  knex: ApiContext['knex'],
  request: HandleRequest,
  surfaces = videoSurfaces,
): Promise<Task> {
  const { userId } = callerOf(request);
  const task = await readSoon(findTask(knex, request.taskId, { userId, surfaces }));
  if (!task) throw taskNotFound();
  return task;
}
