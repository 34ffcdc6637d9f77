import { Operation } from '@headgate/proto/gen/headgate/media/v1/media';
import { picture } from './image-tasks.ts';
import type { Route } from './route.ts';

/** Each is served below the speeds as well: `/mj-fast/mj/...`. Its clients may send their key as they did to the vendor. */
export const mjRoutes: readonly Route[] = [
  row('POST', 'submit/imagine', Operation.MJ_IMAGINE),
  row('POST', 'submit/blend', Operation.MJ_BLEND),
  row('POST', 'submit/describe', Operation.MJ_DESCRIBE),
  row('POST', 'submit/shorten', Operation.MJ_SHORTEN),
  row('POST', 'submit/edits', Operation.MJ_EDITS),
  row('POST', 'submit/video', Operation.MJ_VIDEO),
  row('POST', 'submit/action', Operation.MJ_ACTION),
  row('POST', 'submit/change', Operation.MJ_CHANGE),
  row('POST', 'submit/simple-change', Operation.MJ_SIMPLE_CHANGE),
  row('POST', 'submit/upload-discord-images', Operation.MJ_UPLOAD),
  row('POST', 'insight-face/swap', Operation.MJ_SWAP_FACE),
  // What it goes on with was billed when it began.
  { ...row('POST', 'submit/modal', Operation.MJ_MODAL), billable: false },
  { ...row('POST', 'task/list-by-condition', Operation.MJ_LIST), billable: false },
  row('GET', 'task/:task_id/fetch', Operation.MJ_FETCH),
  row('GET', 'task/:task_id/image-seed', Operation.MJ_SEED),
  picture('/mj/image/:task_id'),
];

function row(method: Route['method'], path: string, operation: Operation): Route {
  return {
    method,
    path: `{/mj-:mode}/mj/${path}`,
    proof: 'key',
    carriers: ['authorization', 'mj-api-secret'],
    envelope: 'mj',
    limits: 'key',
    billable: method === 'POST',
    target: { to: 'media', operation },
  };
}
