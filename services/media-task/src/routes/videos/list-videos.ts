import type { HandleRequest, HandleResponse } from '@headgate/proto/gen/headgate/media/v1/media';
import type { ApiContext } from '../../context.ts';
import { refuse, show } from '../../families/refuse.ts';
import { isStorable } from '../../sql/is-storable.ts';
import { listTasks, type Page } from '../../sql/tasks/find-task.ts';
import { showVideo } from '../../views/video-object.ts';
import { answer } from '../answer.ts';
import { callerOf } from '../caller-of.ts';
import { readSoon } from '../read-soon.ts';

const defaultLimit = 20;
const largestLimit = 100;

/** The caller's videos, newest first unless asked otherwise. */
export async function listVideos({ knex }: ApiContext, request: HandleRequest): Promise<HandleResponse> {
  const page = readPage(request.query);
  const { userId } = callerOf(request);
  const found = await readSoon(listTasks(knex, { userId, surfaces: ['video', 'image'] }, page));
  const data = found.slice(0, page.limit).map((task) => showVideo(task, request.baseUrl));
  return answer(200, {
    object: 'list',
    data,
    first_id: data[0]?.id ?? null,
    last_id: data.at(-1)?.id ?? null,
    has_more: found.length > page.limit,
  });
}

function readPage({ after, limit = String(defaultLimit), order = 'desc' }: Record<string, string>): Page {
  if (!/^\d{1,3}$/.test(limit) || Number(limit) < 1 || Number(limit) > largestLimit) {
    refuse('limit', `limit is ${show(limit)}; it must be a whole number from 1 to ${largestLimit}.`);
  }
  if (after !== undefined && !isStorable(after)) refuse('after', 'after is the id of no video.');
  if (order !== 'asc' && order !== 'desc')
    refuse('order', `order is ${show(order)}; it must be asc or desc.`);
  // Whoever fills in an address writes it empty for the first page.
  return { after: after === '' ? undefined : after, limit: Number(limit), order };
}
