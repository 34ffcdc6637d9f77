import type { HandleRequest, HandleResponse } from '@headgate/proto/gen/headgate/media/v1/media';
import type { ApiContext } from '../context.ts';
import { readBase64 } from '../store/read-base64.ts';
import { unlessAway } from '../store/unless-away.ts';
import { showImages } from '../views/images-object.ts';
import { answer } from './answer.ts';
import { hasten, requireTask } from './show-task.ts';

/** Shows a task of images as it stands, with their bytes where these were asked for and the store has them. */
export async function showImageTask(context: ApiContext, request: HandleRequest): Promise<HandleResponse> {
  const task = await requireTask(context.knex, request, ['image-async']);
  await hasten(context, task);
  const wantsBytes = task.wish.options.response_format === 'b64_json';
  const { log, store } = context;
  const bytes = wantsBytes ? await unlessAway(log, readBase64(store, task.result?.media ?? [])) : [];
  return answer(200, showImages(task, request.baseUrl, bytes));
}
