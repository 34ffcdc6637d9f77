import type { HandleRequest, HandleResponse } from '@headgate/proto/gen/headgate/media/v1/media';
import type { ApiContext } from '../../context.ts';
import { refuse, show } from '../../families/refuse.ts';
import { findTasks } from '../../sql/tasks/find-task.ts';
import { showMjRecord } from '../../views/mj-record.ts';
import { answer } from '../answer.ts';
import { readFields } from '../bodies/read-fields.ts';
import { callerOf } from '../caller-of.ts';
import { readSoon } from '../read-soon.ts';
import { hasten } from '../show-task.ts';
import { requireMjTask } from './require-task.ts';

/** One record, bare. */
export async function showRecord(context: ApiContext, request: HandleRequest): Promise<HandleResponse> {
  const task = await requireMjTask(context, request, request.taskId);
  await hasten(context, task);
  return answer(200, showMjRecord(task, request.baseUrl));
}

const mostIds = 200;

/** The records that are asked for by their ids; of others' and unknown ones nothing is said. */
export async function listRecords({ knex }: ApiContext, request: HandleRequest): Promise<HandleResponse> {
  const ids = readIds((await readFields(request)).fields.ids);
  const { userId } = callerOf(request);
  const tasks = await readSoon(findTasks(knex, ids, { userId, surfaces: ['mj'] }));
  return answer(
    200,
    tasks.map((task) => showMjRecord(task, request.baseUrl)),
  );
}

function readIds(ids: unknown): string[] {
  if (!Array.isArray(ids)) refuse('ids', `ids is ${show(ids)}; it must be a list of ids.`);
  if (ids.length > mostIds) refuse('ids', `ids has ${ids.length} entries; at most ${mostIds} are taken.`);
  return [...new Set(ids.filter((id) => typeof id === 'string' || typeof id === 'number').map(String))];
}
