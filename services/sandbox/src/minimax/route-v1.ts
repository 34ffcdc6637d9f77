import type { JsonRecord } from '../json-record.ts';
import { mp4Bytes } from '../media/files/mp4.ts';
import { resultUrl } from '../media/files/result-url.ts';
import type { Job } from '../media/jobs/job.ts';
import type { Stage } from '../media/jobs/stage.ts';
import { mediaRoute } from '../media/media-route.ts';
import { type Handled, type MediaCall, refusedWith } from '../media/media-vendor.ts';
import { jsonReply } from '../media/reply.ts';
import { queryOf } from '../query-of.ts';
import type { Route } from '../routes.ts';
import { readKey } from './authorize.ts';
import { good, statusReply } from './base-reply.ts';
import { fileIdOf, taskIdOf, taskOfFile } from './ids.ts';
import { readFilm } from './read-v1.ts';
import { minimax } from './vendor.ts';

const words = ['Preparing', 'Queueing', 'Processing'];

function route(handle: (call: MediaCall, key: string) => Handled): Route {
  return mediaRoute(minimax, (call) => {
    const key = readKey(call.incoming);
    return key === null ? refusedWith(statusReply(401)) : handle(call, key);
  });
}

/** `POST /v1/video_generation`. */
export const serveNewFilm = route(({ incoming, identity }, key) => {
  const read = readFilm(incoming.bytes);
  if ('refusal' in read) return refusedWith(read.refusal);
  return {
    type: 'create',
    draft: { ...read.film, id: taskIdOf(identity), key, states: words.length, echo: {} },
    answer: (job) => jsonReply(200, { task_id: job.id, base_resp: good }),
  };
});

/** `GET /v1/query/video_generation?task_id=`. */
export const serveFilm = route(({ incoming, media }, key) => {
  const job = media.jobs.find(minimax.name, queryOf(incoming.path).get('task_id') ?? '', key);
  if (!job) return refusedWith(statusReply(404));
  return { type: 'poll', job, answer: (stage) => ({ json: statusJson(job, stage) }) };
});

function statusJson(job: Job, { hasEnded, wordOf }: Stage): JsonRecord {
  const { id, ending, shape } = job;
  const open = { task_id: id, file_id: '', video_width: 0, video_height: 0, base_resp: good };
  if (!hasEnded) return { ...open, status: wordOf(words) };
  if (ending === 'succeeded' || ending === 'empty') {
    const made = { file_id: fileIdOf(id), video_width: shape.width, video_height: shape.height };
    return { ...open, ...made, status: 'Success' };
  }
  const sensitive = { status_code: 1027, status_msg: 'generated video involves sensitive content' };
  return { ...open, status: 'Fail', base_resp: ending === 'moderated' ? sensitive : good };
}

const linkLifeMs = 9 * 3_600_000;

/** `GET /v1/files/retrieve?file_id=`: a link that is new each time. */
export const serveFileRetrieval = route(({ context, incoming, media, origin }, key) => {
  const fileId = queryOf(incoming.path).get('file_id') ?? '';
  const job = media.jobs.find(minimax.name, taskOfFile(fileId), key);
  if (!job || job.endedMs === null || job.ending !== 'succeeded') {
    return refusedWith(statusReply(400, 'invalid params, file not found'));
  }
  const { vendor, model, id, shape, endedMs } = job;
  const file = {
    file_id: fileId,
    bytes: mp4Bytes(shape).length,
    created_at: Math.floor(endedMs / 1_000),
    filename: 'output_aigc.mp4',
    purpose: 'video_generation',
    download_url: resultUrl(
      origin,
      context.life,
      { vendor, model, id, shape, format: 'mp4' },
      media.now() + linkLifeMs,
    ),
  };
  return { type: 'other', model, reply: jsonReply(200, { file, base_resp: good }) };
});
