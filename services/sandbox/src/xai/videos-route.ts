import type { JsonRecord } from '../json-record.ts';
import { resultUrl } from '../media/files/result-url.ts';
import type { Job } from '../media/jobs/job.ts';
import type { Stage } from '../media/jobs/stage.ts';
import { mediaRoute } from '../media/media-route.ts';
import { type MediaCall, refusedWith } from '../media/media-vendor.ts';
import { jsonReply } from '../media/reply.ts';
import type { Route } from '../routes.ts';
import { readFilm, type Task } from './read-film.ts';
import { errorReply, readKey, xai } from './vendor.ts';
import { moderated, statusError } from './vendor-error.ts';

/** At first nothing is said, then that it is pending. */
const states = 2;
const linkLifeMs = 24 * 3_600_000;

function createOf(task: Task): Route {
  return mediaRoute(xai, ({ incoming, identity }) => {
    const key = readKey(incoming);
    if (key === null) return refusedWith(errorReply(statusError(401)));
    const read = readFilm(incoming.bytes, task);
    if (read.type === 'refused') return refusedWith(errorReply(read.error));
    const { life, number } = identity;
    const id = `${life}-0000-4000-8000-${number.toString(16).padStart(12, '0')}`;
    return {
      type: 'create',
      draft: { ...read.value, id, key, states, echo: {} },
      answer: (job) => jsonReply(200, { request_id: job.id }),
    };
  });
}

/** `POST /vendors/xai/v1/videos/generations`. */
export const serveGeneration = createOf('generations');

/** `POST /vendors/xai/v1/videos/edits`. */
export const serveEdit = createOf('edits');

/** `POST /vendors/xai/v1/videos/extensions`. */
export const serveExtension = createOf('extensions');

/** `GET /vendors/xai/v1/videos/{request id}`. */
export const serveFilm = mediaRoute(xai, (call) => {
  const key = readKey(call.incoming);
  if (key === null) return refusedWith(errorReply(statusError(401)));
  const id = call.incoming.path.split('?', 1)[0]?.split('/').at(-1) ?? '';
  const job = call.media.jobs.find(xai.name, id, key);
  if (!job) return refusedWith(errorReply(statusError(404)));
  return { type: 'poll', job, answer: (stage) => filmAnswer(call, job, stage) };
});

function filmAnswer(call: MediaCall, job: Job, stage: Stage): { status: number; json: JsonRecord } {
  const { model, ending } = job;
  if (!stage.hasEnded) {
    if (stage.progress === 0) return { status: 202, json: {} };
    return { status: 200, json: { status: 'pending', model, progress: stage.progress } };
  }
  switch (ending) {
    case 'succeeded':
    case 'empty':
      return { status: 200, json: doneJson(call, job) };
    case 'expired':
      return { status: 200, json: { status: 'expired', model } };
    case 'moderated':
      return { status: moderated.status, json: { code: moderated.code, error: moderated.error } };
    case 'failed':
    case 'cancelled': {
      const error = { code: 'internal_error', message: 'The video could not be generated.' };
      return { status: 200, json: { status: 'failed', model, error } };
    }
  }
}

function doneJson({ context, origin }: MediaCall, { vendor, model, id, shape, endedMs }: Job): JsonRecord {
  const file = { vendor, model, id, shape, format: 'mp4' };
  const url = resultUrl(origin, context.life, file, (endedMs ?? 0) + linkLifeMs);
  const video = { url, duration: shape.seconds, respect_moderation: true };
  return { status: 'done', model, progress: 100, video };
}
