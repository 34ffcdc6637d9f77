import type { HandleRequest, HandleResponse } from '@headgate/proto/gen/headgate/media/v1/media';
import type { ApiContext } from '../../context.ts';
import { refuse, show } from '../../families/refuse.ts';
import { listKlingTasks } from '../../sql/tasks/kling-tasks.ts';
import { showKlingTask, wrapKling } from '../../views/kling-task.ts';
import { answer } from '../answer.ts';
import { callerOf } from '../caller-of.ts';
import { readSoon } from '../read-soon.ts';

/** The caller's tasks that one path made, newest first. */
export async function listKling({ knex }: ApiContext, request: HandleRequest): Promise<HandleResponse> {
  const { userId } = callerOf(request);
  const { action, query, requestId, baseUrl } = request;
  const page = readNumber(query, 'pageNum', { most: 1_000, usual: 1 });
  const size = readNumber(query, 'pageSize', { most: 500, usual: 30 });
  const tasks = await readSoon(listKlingTasks(knex, { userId, action }, { page, size }));
  const data = tasks.map((task) => showKlingTask(task, baseUrl));
  return answer(200, wrapKling(requestId, data));
}

function readNumber(
  query: Record<string, string>,
  name: string,
  { most, usual }: { most: number; usual: number },
): number {
  const text = query[name] ?? String(usual);
  const number = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  if (number < 1 || number > most)
    refuse(name, `${name} is ${show(text)}; it must be a whole number from 1 to ${most}.`);
  return number;
}
