import type { JsonRecord } from '../json-record.ts';
import { resultUrl } from '../media/files/result-url.ts';
import type { Job } from '../media/jobs/job.ts';
import type { Stage } from '../media/jobs/stage.ts';
import { mediaRoute } from '../media/media-route.ts';
import { type Handled, type MediaCall, refusedWith } from '../media/media-vendor.ts';
import { jsonReply } from '../media/reply.ts';
import type { Route } from '../routes.ts';
import { readKey } from './authorize.ts';
import { errorReply, invalid, statusError } from './errors-v2.ts';
import { taskIdOf } from './ids.ts';
import { readFilm } from './read-v2.ts';
import { minimaxV2 } from './vendor.ts';

const words = ['queued', 'running'];

function route(handle: (call: MediaCall, key: string) => Handled): Route {
  return mediaRoute(minimaxV2, (call) => {
    const key = readKey(call.incoming);
    return key === null ? refusedWith(errorReply(statusError(401))) : handle(call, key);
  });
}

const keptMs = 7 * 24 * 3_600_000;

function taskRoute(handle: (call: MediaCall, job: Job) => Handled): Route {
  return route((call, key) => {
    const id = call.incoming.path.split('?', 1)[0]?.split('/').at(-1) ?? '';
    const job = call.media.jobs.find(minimaxV2.name, id, key);
    const isKept = job !== null && call.media.now() - job.createdMs < keptMs;
    return isKept ? handle(call, job) : refusedWith(errorReply(statusError(404)));
  });
}

/** `POST /v2/video_generation`. */
export const serveNewTask = route(({ incoming, identity }, key) => {
  const read = readFilm(incoming);
  if (read.type === 'refused') return refusedWith(errorReply(read.error));
  const { images, videos, ...film } = read.value;
  const notes = { images, videos };
  return {
    type: 'create',
    draft: { ...film, id: taskIdOf(identity), key, states: words.length, notes },
    answer: (job) => jsonReply(200, { task_id: job.id }),
  };
});

/** `GET /v2/query/video_generation/{task_id}`. */
export const serveTask = taskRoute((call, job) => ({
  type: 'poll',
  job,
  answer: (stage) => ({ json: { task: taskJson(call, job, stage) } }),
}));

/** `DELETE /v2/video_generation/{task_id}`: cancels what waits, forgets what has ended. */
export const serveTaskRemoval = taskRoute(({ media }, job) => {
  const stage = media.stageOf(job);
  if (stage.hasEnded) media.jobs.remove(job);
  else if (stage.progress === 0) {
    job.ending = 'cancelled';
    job.stepsTaken = job.steps;
  } else return refusedWith(errorReply(invalid('a running task cannot be cancelled')));
  return { type: 'other', model: job.model, reply: jsonReply(200, {}) };
});

const linkLifeMs = 9 * 3_600_000;
/** What a film that came along is taken to last. */
const inputVideoSeconds = 5;

function taskJson({ context, media, origin }: MediaCall, job: Job, { hasEnded, wordOf }: Stage): JsonRecord {
  const { id, vendor, model, shape, echo, ending, notes = {}, createdMs, endedMs } = job;
  const times = {
    created_at: Math.floor(createdMs / 1_000),
    updated_at: Math.floor((endedMs ?? createdMs) / 1_000),
  };
  const task = { id, ...echo, ...times, task_type: 'video_generation', modality: 'video' };
  if (!hasEnded) return { ...task, status: wordOf(words) };
  if (ending === 'cancelled' || ending === 'expired') return { ...task, status: ending };
  if (ending !== 'succeeded' && ending !== 'empty') {
    const error =
      ending === 'moderated'
        ? { code: '1027', message: 'generated video involves sensitive content' }
        : { code: '1000', message: 'internal error' };
    return { ...task, status: 'failed', error };
  }
  const file = { vendor, model, id, shape, format: 'mp4' };
  const inputSeconds = Number(notes.videos) * inputVideoSeconds;
  return {
    ...{ ...task, status: 'succeeded' },
    content: { url: resultUrl(origin, context.life, file, media.now() + linkLifeMs) },
    usage: {
      total_seconds: inputSeconds + shape.seconds,
      input_seconds: inputSeconds,
      output_seconds: shape.seconds,
      input_image_count: Number(notes.images),
    },
  };
}
