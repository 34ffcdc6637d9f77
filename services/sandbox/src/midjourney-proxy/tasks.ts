import { asRecord, parseJson } from '../json-record.ts';
import { fileReply } from '../media/files/serve-file.ts';
import type { Job } from '../media/jobs/job.ts';
import { type Handle, type Handled, type MediaCall, refusedWith } from '../media/media-vendor.ts';
import { jsonReply, type Reply } from '../media/reply.ts';
import { secretOf } from './authorize.ts';
import { hashOf } from './buttons.ts';
import { renderRecord } from './render-record.ts';
import { done, noTask, resultReply, wrongState } from './submit-result.ts';
import { midjourneyProxy, unauthorized } from './vendor.ts';

/** What the proxy answers about a task that it does not know: nothing, under 200. */
const nothing: Reply = { status: 200, headers: {}, body: '' };

/** `GET /mj/task/{id}/fetch`. */
export const fetchTask = ofTask(nothing, (call, job) => ({
  type: 'poll',
  job,
  answer: (stage) => ({ json: renderRecord(call, job, stage) }),
}));

/** `POST /mj/task/list-by-condition` `{ids}`: those that are known, in the order asked for. */
export const listTasks: Handle = (call) => {
  const secret = secretOf(call.incoming.headers);
  if (secret === null) return refusedWith(unauthorized);
  const { ids } = asRecord(parseJson(call.incoming.bytes.toString())) ?? {};
  const jobs = Array.isArray(ids)
    ? ids.flatMap((id) => call.media.jobs.find(midjourneyProxy.name, String(id), secret) ?? [])
    : [];
  return {
    type: 'polls',
    polls: jobs.map((job) => ({ job, answer: (stage) => ({ json: renderRecord(call, job, stage) }) })),
  };
};

/** `GET /mj/task/{id}/image-seed`. */
export const imageSeed = ofTask(resultReply(noTask), ({ media }, job) => {
  const isDone = media.stageOf(job).hasEnded && job.ending === 'succeeded';
  const seed = String(Number.parseInt(hashOf(job.id).slice(0, 8), 16));
  return {
    type: 'other',
    model: job.model,
    reply: isDone ? resultReply(done, seed) : resultReply(wrongState),
  };
});

/** `POST /mj/task/{id}/cancel`: what has not ended ends. */
export const cancelTask = ofTask(nothing, ({ media }, job) => {
  if (!media.stageOf(job).hasEnded) {
    job.ending = 'cancelled';
    job.stepsTaken = job.steps;
    job.echo = { ...job.echo, window: null };
  }
  return { type: 'other', model: job.model, reply: jsonReply(200, null) };
});

/** `GET /mj/image/{id}`: the picture itself, for everybody. */
export const image: Handle = ({ media, incoming }) => {
  const id = idOf(incoming.path);
  const job = media.jobs.all().find((known) => known.id === id && known.vendor === midjourneyProxy.name);
  if (!job || !media.stageOf(job).hasEnded)
    return refusedWith(jsonReply(400, { error: 'midjourney_task_not_found' }));
  return { type: 'content', about: job, reply: fileReply('png', job.shape) };
};

function ofTask(unknown: Reply, handle: (call: MediaCall, job: Job) => Handled): Handle {
  return (call) => {
    const secret = secretOf(call.incoming.headers);
    if (secret === null) return refusedWith(unauthorized);
    const job = call.media.jobs.find(midjourneyProxy.name, idOf(call.incoming.path), secret);
    return job ? handle(call, job) : refusedWith(unknown);
  };
}

function idOf(path: string): string {
  return decodeURIComponent(/\/mj\/(?:task|image)\/([^/?]+)/.exec(path)?.[1] ?? '');
}
