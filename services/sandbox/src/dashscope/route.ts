import { randomUUID } from 'node:crypto';
import { keyOf } from '../chat-completions/authorize.ts';
import { mediaRoute } from '../media/media-route.ts';
import { type Handled, type MediaCall, refusedWith } from '../media/media-vendor.ts';
import { jsonReply } from '../media/reply.ts';
import type { Route } from '../routes.ts';
import { readCreate } from './read-create.ts';
import { keptMs, renderTask } from './render-task.ts';
import { dashscope, errorReply, unknownTask } from './vendor.ts';

function keyed(handle: (call: MediaCall, key: string) => Handled): Route {
  return mediaRoute(dashscope, (call) => {
    const key = keyOf(call.incoming.headers.authorization) ?? '';
    return key === '' || key.startsWith('bad') ? refusedWith(dashscope.error(401)) : handle(call, key);
  });
}

/** `POST /api/v1/services/aigc/{service}/video-synthesis`: only for those who will ask again. */
const create = keyed((call, key) => {
  const { path, headers, bytes } = call.incoming;
  if (headers['x-dashscope-async'] !== 'enable') return refusedWith(errorReply(notSynchronous));
  const read = readCreate(bytes, path.split('/')[5] ?? '');
  if ('code' in read) return refusedWith(errorReply(read));
  const { model, prompt, shape, ...echo } = read;
  return {
    type: 'create',
    draft: { id: randomUUID(), key, model, prompt, echo, states: 2, shape },
    answer: ({ id }) =>
      jsonReply(200, { request_id: randomUUID(), output: { task_id: id, task_status: 'PENDING' } }),
  };
});

/** `GET /api/v1/tasks/{id}`: what is no longer known is there, and UNKNOWN. */
const query = keyed((call, key) => {
  const { media } = call;
  const id = idOf(call);
  const job = media.jobs.find(dashscope.name, id, key);
  if (!job || media.now() - job.createdMs > keptMs) return refusedWith(unknownTask(id));
  return { type: 'poll', job, answer: (stage) => ({ json: renderTask(call, job, stage) }) };
});

/** `POST /api/v1/tasks/{id}/cancel`: as long as nobody works on it. */
const cancel = keyed((call, key) => {
  const { media } = call;
  const job = media.jobs.find(dashscope.name, idOf(call), key);
  const stage = job && media.stageOf(job);
  if (!job || !stage || stage.hasEnded || stage.wordOf(['PENDING', 'RUNNING']) !== 'PENDING') {
    return refusedWith(errorReply(notCancellable));
  }
  job.ending = 'cancelled';
  job.stepsTaken = job.steps;
  return { type: 'other', model: job.model, reply: jsonReply(200, { request_id: randomUUID() }) };
});

function idOf({ incoming }: MediaCall): string {
  return decodeURIComponent(incoming.path.split('?', 1)[0]?.split('/')[4] ?? '');
}

const notSynchronous = {
  status: 403,
  code: 'AccessDenied',
  message: 'current user api does not support synchronous calls.',
};
const notCancellable = {
  status: 400,
  code: 'UnsupportedOperation',
  message: 'Failed to cancel the task, please confirm if the task is in PENDING status.',
};

export const dashscopeRoutes: Record<string, Route> = {
  'POST /api/v1/services/aigc/video-generation/video-synthesis': create,
  'POST /api/v1/services/aigc/image2video/video-synthesis': create,
  'GET /api/v1/tasks/*': query,
  'POST /api/v1/tasks/*/cancel': cancel,
};
