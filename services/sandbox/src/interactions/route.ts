import { authorize, keyOf } from '../generate-content/authorize.ts';
import { statusError } from '../generate-content/status-error.ts';
import { invalid } from '../generate-content/vendor-error.ts';
import { asRecord, parseJson } from '../json-record.ts';
import { isServed } from '../media/decide.ts';
import { fileReply } from '../media/files/serve-file.ts';
import type { Job } from '../media/jobs/job.ts';
import { mediaRoute } from '../media/media-route.ts';
import { type Handled, type MediaCall, refusedWith } from '../media/media-vendor.ts';
import { jsonReply } from '../media/reply.ts';
import type { Route } from '../routes.ts';
import { errorReply } from '../veo/vendor.ts';
import { readCreate } from './read-create.ts';
import { renderInteraction, states } from './render.ts';
import { interactions } from './vendor.ts';

const filmModel = /^(?:gemini-omni-(?:flash-preview|\d\.\d-flash)|fault-.+)$/;
const keptMs = 2 * 24 * 3_600_000;

function keyed(handle: (call: MediaCall, key: string) => Handled): Route {
  return mediaRoute(interactions, (call) => {
    const { headers, path } = call.incoming;
    const error = authorize(headers, path);
    return error ? refusedWith(errorReply(error)) : handle(call, keyOf(headers, path) ?? '');
  });
}

function ofJob(handle: (call: MediaCall, job: Job) => Handled): Route {
  return keyed((call, key) => {
    const id = /\/(?:interactions\/|files\/omni-)([^/:?]+)/.exec(call.incoming.path)?.[1] ?? '';
    const job = call.media.jobs.find(interactions.name, id, key);
    return job ? handle(call, job) : refusedWith(errorReply(statusError(404)));
  });
}

/** `POST /v1/interactions`: in the background, or answered when all is done. */
const create = keyed((call, key) => {
  const { bytes } = call.incoming;
  const { model: name, stream } = asRecord(parseJson(bytes.toString())) ?? {};
  const model = String(name ?? '').replace(/^models\//, '');
  if (!filmModel.test(model) || !isServed(model)) {
    return refusedWith(errorReply(statusError(404, `models/${model} is not found for API version v1beta.`)));
  }
  if (stream === true) return refusedWith(errorReply(statusError(501)));
  const read = readCreate(bytes, model);
  if (read.type === 'refused') return refusedWith(errorReply(read.error), model);
  const { prompt, shape, delivery, previous, isBackground } = read.value;
  if (previous !== null && !call.media.jobs.find(interactions.name, previous, key)) {
    return refusedWith(errorReply(statusError(404)), model);
  }
  const id = `v1_${call.identity.life}${call.identity.number}`;
  return {
    type: 'create',
    draft: { id, key, model, prompt, shape, states, echo: { delivery, previous } },
    answer(job) {
      if (!isBackground) job.stepsTaken = job.steps;
      return jsonReply(200, renderInteraction(call, job, call.media.stageOf(job)));
    },
  };
});

const query = ofJob((call, job) => ({
  type: 'poll',
  job,
  answer: (stage) => ({ json: renderInteraction(call, job, stage) }),
}));

/** `POST /v1/interactions/{id}/cancel`: what has ended cannot be. */
const cancel = ofJob((call, job) => {
  if (call.media.stageOf(job).hasEnded) {
    return refusedWith(
      errorReply({ ...invalid('The interaction is not running.'), word: 'FAILED_PRECONDITION' }),
    );
  }
  job.ending = 'cancelled';
  job.stepsTaken = job.steps;
  const reply = jsonReply(200, renderInteraction(call, job, call.media.stageOf(job)));
  return { type: 'other', model: job.model, reply };
});

const remove = ofJob(({ media }, job) => {
  media.jobs.remove(job);
  return { type: 'other', model: job.model, reply: jsonReply(200, {}) };
});

/** `GET /v1/files/omni-{id}:download`: the film, for the key that made it, for two days. */
const content = ofJob(({ media }, job) =>
  media.stageOf(job).hasEnded && job.ending === 'succeeded' && media.now() <= (job.endedMs ?? 0) + keptMs
    ? { type: 'content', about: job, reply: fileReply('mp4', job.shape) }
    : refusedWith(errorReply(statusError(404))),
);

/** `GET /v1/files/omni-{id}`: the film is on its way to its file when it is asked for first, after polls that moved it. */
const file = ofJob(({ media, origin }, job) => {
  if (!media.stageOf(job).hasEnded || job.ending !== 'succeeded') {
    return refusedWith(errorReply(statusError(404)));
  }
  const state = job.stepsTaken === job.steps ? 'PROCESSING' : 'ACTIVE';
  job.stepsTaken += 1;
  const name = `files/omni-${job.id}`;
  const json = { name, mimeType: 'video/mp4', uri: `${origin}/v1beta/${name}`, state };
  return { type: 'other', model: job.model, reply: jsonReply(200, json) };
});

const routes: Record<string, Route> = {
  'POST /v1/interactions': create,
  'GET /v1/interactions/*': query,
  'DELETE /v1/interactions/*': remove,
  'POST /v1/interactions/*/cancel': cancel,
  'GET /v1/files/omni-*:download': content,
  'GET /v1/files/omni-*': file,
};

/** Everything below `/v1/`, as the SDK has it, and the same below `/v1beta/`. */
export const interactionRoutes: Record<string, Route> = {
  ...routes,
  ...Object.fromEntries(
    Object.entries(routes).map(([name, route]) => [name.replace('/v1/', '/v1beta/'), route]),
  ),
};
