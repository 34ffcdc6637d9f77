import type { Job } from '../media/jobs/job.ts';
import { mediaRoute } from '../media/media-route.ts';
import { type Handled, type MediaCall, refusedWith } from '../media/media-vendor.ts';
import { jsonReply } from '../media/reply.ts';
import { queryOf } from '../query-of.ts';
import type { Route } from '../routes.ts';
import { readTask } from './read-task.ts';
import { statusError } from './status-error.ts';
import { states, taskJson } from './task.ts';
import { ark, authorize, errorReply } from './vendor.ts';

function route(handle: (call: MediaCall, key: string) => Handled): Route {
  return mediaRoute(ark, (call) => {
    const opened = authorize(call.incoming);
    return 'error' in opened ? refusedWith(errorReply(opened.error)) : handle(call, opened.key);
  });
}

/** The vendor remembers its tasks for a week. */
const keptMs = 7 * 24 * 3_600_000;

/** The same for what is asked about one task. */
function taskRoute(handle: (call: MediaCall, job: Job) => Handled): Route {
  return route((call, key) => {
    const id = call.incoming.path.split('?', 1)[0]?.split('/').at(-1) ?? '';
    const job = call.media.jobs.find(ark.name, id, key);
    const isKept = job !== null && call.media.now() - job.createdMs < keptMs;
    return isKept ? handle(call, job) : refusedWith(errorReply(statusError(404)));
  });
}

/** `POST /api/v3/contents/generations/tasks`. */
export const serveNewTask = route(({ incoming, identity, media }, key) => {
  const read = readTask(incoming.bytes);
  if (read.type === 'refused') return refusedWith(errorReply(read.error));
  const { model, prompt, shape, echo, returnsLastFrame, inputVideos } = read.value;
  const time = new Date(media.now()).toISOString().replace(/\D/g, '').slice(0, 14);
  const id = `cgt-${time}-${identity.life.slice(0, 3)}${identity.number.toString(36).padStart(4, '0')}`;
  const notes = { returnsLastFrame, inputVideos };
  return {
    type: 'create',
    draft: { id, key, model, prompt, shape, states, echo, notes },
    answer: (job) => jsonReply(200, { id: job.id }),
  };
});

/** `GET /api/v3/contents/generations/tasks/{id}`. */
export const serveTask = taskRoute((call, job) => ({
  type: 'poll',
  job,
  answer: (stage) => ({ json: taskJson(call, job, stage) }),
}));

/** `DELETE /api/v3/contents/generations/tasks/{id}`: cancels what waits, forgets what has ended. */
export const serveTaskRemoval = taskRoute(({ media }, job) => {
  const stage = media.stageOf(job);
  if (stage.hasEnded) media.jobs.remove(job);
  else if (stage.progress === 0) {
    job.ending = 'cancelled';
    job.stepsTaken = job.steps;
  } else {
    const message = 'The request failed because the task is running and cannot be deleted.';
    return refusedWith(
      errorReply({ ...statusError(409, message), code: 'InvalidAction.RunningTaskDeletion' }),
    );
  }
  return { type: 'other', model: job.model, reply: jsonReply(200, {}) };
});

/** `GET /api/v3/contents/generations/tasks?page_num=&page_size=&filter.status=&filter.task_ids=&filter.model=`. */
export const serveTaskList = route((call, key) => {
  const query = queryOf(call.incoming.path);
  const [page, size] = [Number(query.get('page_num') ?? 1), Number(query.get('page_size') ?? 20)];
  const ids = query.getAll('filter.task_ids');
  const [status, model] = [query.get('filter.status'), query.get('filter.model')];
  const tasks = call.media.jobs
    .list(ark.name, key)
    .toReversed()
    .filter((job) => (ids.length === 0 || ids.includes(job.id)) && (model === null || job.model === model))
    .map((job) => taskJson(call, job, call.media.stageOf(job)))
    .filter((task) => status === null || task.status === status);
  const items = tasks.slice((page - 1) * size, page * size);
  return { type: 'other', model: null, reply: jsonReply(200, { items, total: tasks.length }) };
});
