import { statusError } from '../generate-content/status-error.ts';
import { invalid } from '../generate-content/vendor-error.ts';
import { asRecord, parseJson } from '../json-record.ts';
import { isServed } from '../media/decide.ts';
import { resultUrl } from '../media/files/result-url.ts';
import type { Job } from '../media/jobs/job.ts';
import { mediaRoute } from '../media/media-route.ts';
import { type Handled, type MediaCall, refusedWith } from '../media/media-vendor.ts';
import { jsonReply } from '../media/reply.ts';
import type { Route } from '../routes.ts';
import { operationJson, states } from './operation.ts';
import { readRequest } from './read-request.ts';
import { gemini, type Service, vertex } from './service.ts';
import { errorReply } from './vendor.ts';

function route(service: Service, handle: (call: MediaCall, key: string) => Handled): Route {
  return mediaRoute(service.vendor, (call) => {
    const opened = service.open(call.incoming, call.context);
    return 'error' in opened ? refusedWith(errorReply(opened.error)) : handle(call, opened.key);
  });
}

const notFound = (): Handled => refusedWith(errorReply(statusError(404)));

function createOf(service: Service): Route {
  return route(service, ({ incoming, identity }, key) => {
    const [, model = ''] = /\/models\/([^/]+):predictLongRunning(?:\?|$)/.exec(incoming.path) ?? [];
    if (!isServed(model) || service.foreignModels.test(model) || model.startsWith('gemini-')) {
      const message = `models/${model} is not found for API version v1beta, or is not supported for predictLongRunning.`;
      return refusedWith(errorReply(statusError(404, message)));
    }
    const read = readRequest(incoming.bytes, service);
    if (read.type === 'refused') return refusedWith(errorReply(read.error));
    const { prompt, shape, notes } = read.value;
    const id = `${identity.life}${identity.number.toString(36).padStart(6, '0')}`;
    const echo = { name: service.operationName(incoming.path, model, id) };
    return {
      type: 'create',
      draft: { id, key, model, prompt, shape, states, echo, notes },
      answer: () => jsonReply(200, echo),
    };
  });
}

function pollOf(service: Service, call: MediaCall, job: Job): Handled {
  return { type: 'poll', job, answer: (stage) => ({ json: operationJson(service, call, job, stage) }) };
}

/** `POST /v1beta/models/{model}:predictLongRunning`. */
export const serveNewFilm = createOf(gemini);

/** `GET /v1beta/models/{model}/operations/{id}`. */
export const serveOperation = route(gemini, (call, key) => {
  const name = /\/(models\/[^?]+)/.exec(call.incoming.path)?.[1];
  const job = call.media.jobs.find(gemini.vendor.name, name?.split('/').at(-1) ?? '', key);
  return job && job.echo.name === name ? pollOf(gemini, call, job) : notFound();
});

const keptMs = 2 * 24 * 3_600_000;

/** `GET /v1beta/files/{id}:download?alt=media`: leads to where the film lies, for those with the key of its job. */
export const serveFilm = route(gemini, ({ context, media, incoming, origin }, key) => {
  const id = /\/files\/([^/:]+):download/.exec(incoming.path)?.[1] ?? '';
  const job = media.jobs.find(gemini.vendor.name, id, key);
  const { endedMs = null } = job ?? {};
  if (!job || endedMs === null || job.ending !== 'succeeded' || media.now() > endedMs + keptMs)
    return notFound();
  const file = { vendor: job.vendor, model: job.model, id, shape: job.shape, format: 'mp4' };
  const location = resultUrl(origin, context.life, file, endedMs + keptMs);
  return { type: 'content', about: job, reply: { status: 302, headers: { location }, body: '' } };
});

/** `POST .../publishers/google/models/{model}:predictLongRunning`. */
export const serveNewVertexFilm = createOf(vertex);

/** `POST .../publishers/google/models/{model}:fetchPredictOperation`. */
export const serveVertexOperation = route(vertex, (call, key) => {
  const name = asRecord(parseJson(call.incoming.bytes.toString()))?.operationName;
  if (typeof name !== 'string') return refusedWith(errorReply(invalid('operation_name is required.')));
  const job = call.media.jobs.find(vertex.vendor.name, name.split('/').at(-1) ?? '', key);
  const isOfModel = call.incoming.path.includes(`/models/${job?.model}:`);
  return job && job.echo.name === name && isOfModel ? pollOf(vertex, call, job) : notFound();
});
