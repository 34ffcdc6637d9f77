import { keyOf } from '../chat-completions/authorize.ts';
import { isServed } from '../media/decide.ts';
import { fileReply } from '../media/files/serve-file.ts';
import type { Job } from '../media/jobs/job.ts';
import { mediaRoute } from '../media/media-route.ts';
import { type Handled, type MediaCall, refusedWith } from '../media/media-vendor.ts';
import { jsonReply } from '../media/reply.ts';
import type { Route } from '../routes.ts';
import { errorReply, gatewayOf, type Manner, type Style } from './manner.ts';
import { readCreate } from './read-create.ts';
import { headOf, renderTask, states } from './render.ts';

/** A route for those who have a good key; without one the answer is wrapped where the style is. */
function keyed(manner: Manner, style: Style, handle: (call: MediaCall, key: string) => Handled): Route {
  return mediaRoute(gatewayOf(manner, style), (call) => {
    const key = keyOf(call.incoming.headers.authorization) ?? '';
    const isGood = key !== '' && !key.startsWith('bad');
    return isGood ? handle(call, key) : refusedWith(errorReply(style, 401, 'Invalid token'));
  });
}

/** `POST /v1/video/generations` and `/v1/videos`. A create has OpenAI's envelope, but for who asks too often. */
export function createRoute(manner: Manner, style: Style): Route {
  return keyed(manner, style, (call, key) => {
    const read = readCreate(call.incoming);
    if (typeof read === 'string') return refusedWith(errorReply('object', 400, read));
    const { model, prompt, shape, ...echo } = read;
    if (!isServed(model)) return refusedWith(errorReply('object', 503, `No channel for ${model}`), model);
    const { life, number } = call.identity;
    return {
      type: 'create',
      draft: {
        id: `task_${life}${String(number).padStart(24, '0')}`,
        key,
        model,
        prompt,
        echo,
        states,
        shape,
      },
      answer: (job) => jsonReply(200, headOf(job, manner === 'unified' ? 'queued' : '', 0)),
    };
  });
}

/** `GET /v1/video/generations/{id}` and `/v1/videos/{id}`: a task is seen from both. */
export function queryRoute(manner: Manner, style: Style): Route {
  return jobRoute(manner, style, (call, job) => ({
    type: 'poll',
    job,
    answer: (stage) => ({ json: renderTask(call, job, stage, manner, style) }),
  }));
}

/** `GET /v1/videos/{id}/content`: the film, for who made it. */
export function contentRoute(manner: Manner): Route {
  return jobRoute(manner, 'object', ({ media }, job) =>
    media.stageOf(job).hasEnded && job.ending === 'succeeded'
      ? { type: 'content', about: job, reply: fileReply('mp4', job.shape) }
      : refusedWith(errorReply('object', 400, 'The task is not completed')),
  );
}

function jobRoute(manner: Manner, style: Style, handle: (call: MediaCall, job: Job) => Handled): Route {
  return keyed(manner, style, (call, key) => {
    const id = /\/(task_\w+)/.exec(call.incoming.path)?.[1] ?? '';
    const job = call.media.jobs.find(`gateway-${manner}`, id, key);
    if (job) return handle(call, job);
    const status = manner === 'unified' && style === 'object' ? 404 : 400;
    return refusedWith(errorReply(style, status, 'task_not_exist', 'task_not_exist'));
  });
}
