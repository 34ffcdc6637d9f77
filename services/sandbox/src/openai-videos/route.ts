import { invalid, missing } from '../chat-completions/vendor-error.ts';
import { asRecord, type JsonRecord, parseJson } from '../json-record.ts';
import { fileReply } from '../media/files/serve-file.ts';
import type { Job, JobDraft } from '../media/jobs/job.ts';
import { mediaRoute } from '../media/media-route.ts';
import { type Handled, type MediaCall, refusedWith } from '../media/media-vendor.ts';
import { jsonReply } from '../media/reply.ts';
import { queryOf } from '../query-of.ts';
import type { Route } from '../routes.ts';
import { readCreate } from './read-create.ts';
import { errorReply, openaiVideos, openCall } from './vendor.ts';
import { expiryOf, states, videoJson } from './video.ts';

function route(handle: (call: MediaCall, key: string) => Handled): Route {
  return mediaRoute(openaiVideos, (call) => {
    const opened = openCall(call.incoming);
    return 'refusal' in opened ? refusedWith(opened.refusal) : handle(call, opened.key);
  });
}

/** The same for what is asked about one job. */
function jobRoute(handle: (call: MediaCall, job: Job) => Handled): Route {
  return route((call, key) => {
    const id = call.incoming.path.split('?', 1)[0]?.split('/')[3] ?? '';
    const job = call.media.jobs.find(openaiVideos.name, id, key);
    return job ? handle(call, job) : refusedWith(notFound(id));
  });
}

function notFound(id: string) {
  return errorReply({ ...invalid(`Video with id '${id}' not found.`, null), status: 404 });
}

function create(
  { identity: { life, number }, media }: MediaCall,
  draft: Omit<JobDraft, 'id' | 'states'>,
): Handled {
  const id = `video_${life}${number.toString(36).padStart(24, '0')}`;
  return {
    type: 'create',
    draft: { ...draft, id, states },
    answer: (job) => jsonReply(200, videoJson(job, media.stageOf(job))),
  };
}

/** `POST /v1/videos`. */
export const serveNewVideo = route((call, key) => {
  const read = readCreate(call.incoming);
  if (read.type === 'refused') return refusedWith(errorReply(read.error));
  const { shape, ...asked } = read.value;
  const { model, prompt } = asked;
  return create(call, { key, model, prompt, shape, echo: { ...asked, remixed_from_video_id: null } });
});

/** `POST /v1/videos/{id}/remix`. */
export const serveRemix = jobRoute((call, { id, key, model, shape, echo, ...origin }) => {
  if (origin.endedMs === null || origin.ending !== 'succeeded') {
    return refusedWith(errorReply(invalid('Only completed videos can be remixed.', null)));
  }
  const { prompt } = asRecord(parseJson(call.incoming.bytes.toString())) ?? {};
  if (typeof prompt !== 'string' || prompt === '') return refusedWith(errorReply(missing('prompt')));
  const remixed: JsonRecord = { ...echo, prompt, remixed_from_video_id: id };
  return create(call, { key, model, prompt, shape, echo: remixed });
});

/** `GET /v1/videos/{id}`. */
export const serveVideo = jobRoute((_call, job) => ({
  type: 'poll',
  job,
  answer: (stage) => ({ json: videoJson(job, stage) }),
}));

/** `DELETE /v1/videos/{id}`. */
export const serveVideoRemoval = jobRoute(({ media }, job) => {
  if (!media.stageOf(job).hasEnded) {
    return refusedWith(errorReply(invalid('Only completed or failed videos can be deleted.', null)));
  }
  media.jobs.remove(job);
  const reply = jsonReply(200, { id: job.id, object: 'video.deleted', deleted: true });
  return { type: 'other', model: job.model, reply };
});

const formats: Record<string, string> = {
  video: 'mp4',
  thumbnail: 'webp',
  spritesheet: 'jpeg',
};

/** `GET /v1/videos/{id}/content?variant=`. */
export const serveVideoContent = jobRoute(({ media, incoming }, job) => {
  const format = formats[queryOf(incoming.path).get('variant') ?? 'video'];
  if (format === undefined) return refusedWith(errorReply(invalid('Invalid variant.', 'variant')));
  const isReady = media.stageOf(job).hasEnded && job.ending === 'succeeded';
  if (!isReady || media.now() > (expiryOf(job) ?? 0)) {
    const message = 'Video is not ready yet, use GET /v1/videos/{video_id} to check status.';
    return refusedWith(errorReply({ ...invalid(message, null), status: 404 }));
  }
  return { type: 'content', about: job, reply: fileReply(format, job.shape) };
});

/** `GET /v1/videos?after=&limit=&order=`. */
export const serveVideoList = route(({ media, incoming }, key) => {
  const query = queryOf(incoming.path);
  const jobs = media.jobs.list(openaiVideos.name, key);
  if (query.get('order') !== 'asc') jobs.reverse();
  const from = jobs.findIndex(({ id }) => id === query.get('after')) + 1;
  const limit = Number(query.get('limit') ?? 20);
  const data = jobs.slice(from, from + limit).map((job) => videoJson(job, media.stageOf(job)));
  const page = { object: 'list', data, first_id: data[0]?.id ?? null, last_id: data.at(-1)?.id ?? null };
  const reply = jsonReply(200, { ...page, has_more: jobs.length > from + limit });
  return { type: 'other', model: null, reply };
});
