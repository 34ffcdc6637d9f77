import type { JsonRecord } from '../json-record.ts';
import { resultUrl } from '../media/files/result-url.ts';
import type { Job } from '../media/jobs/job.ts';
import type { Stage } from '../media/jobs/stage.ts';
import { type Handled, type MediaCall, refusedWith } from '../media/media-vendor.ts';
import { queryOf } from '../query-of.ts';
import { filmId, headOf } from './create.ts';
import type { Kind } from './kinds.ts';
import { errorReply, kling, okReply } from './vendor.ts';
import { invalid, unknown } from './vendor-error.ts';

const resultLifeMs = 30 * 24 * 3_600_000;
/** What was asked for is not quite what comes back. */
const surplusSeconds = 0.1;

const reasons: Partial<Record<Job['ending'], string>> = {
  cancelled: 'task is cancelled',
  expired: 'task timed out',
  failed: 'Service internal exception',
  moderated: 'Failure to pass the risk control system',
};

/** `GET /v1/videos/.../{id}`, by the vendor's id or the caller's; only below the path that made it. */
export function queryTask(call: MediaCall, path: string, kind: Kind, id: string, key: string): Handled {
  const job = call.media.jobs
    .list(kling.name, key)
    .find(({ id: own, echo }) => echo.path === path && (own === id || echo.external === id));
  if (!job) return refusedWith(errorReply(unknown('task is not found')));
  return {
    type: 'poll',
    job,
    answer: (stage) => ({
      json: {
        code: 0,
        message: 'SUCCEED',
        request_id: call.identity.life,
        data: dataOf(call, job, kind, stage),
      },
    }),
  };
}

/** `GET /v1/videos/...?pageNum=&pageSize=`: newest first. */
export function listTasks(call: MediaCall, path: string, kind: Kind, key: string): Handled {
  const query = queryOf(call.incoming.path);
  const page = Number(query.get('pageNum') ?? 1);
  const size = Number(query.get('pageSize') ?? 30);
  if (!(page >= 1 && page <= 1000)) return refusedWith(errorReply(invalid('pageNum must be from 1 to 1000')));
  if (!(size >= 1 && size <= 500)) return refusedWith(errorReply(invalid('pageSize must be from 1 to 500')));
  const jobs = call.media.jobs.list(kling.name, key).filter(({ echo }) => echo.path === path);
  const wanted = jobs.reverse().slice((page - 1) * size, page * size);
  const data = wanted.map((job) => dataOf(call, job, kind, call.media.stageOf(job)));
  return { type: 'other', model: null, reply: okReply(data) };
}

/** Success of the request and failure of the task are told apart by the task's own members alone. */
function dataOf(call: MediaCall, job: Job, { makes }: Kind, stage: Stage): JsonRecord {
  const reason = stage.hasEnded ? reasons[job.ending] : undefined;
  const status = stage.hasEnded
    ? reason === undefined
      ? 'succeed'
      : 'failed'
    : stage.wordOf(['submitted', 'processing']);
  return {
    ...headOf(job, status),
    task_status_msg: reason ?? '',
    ...(status === 'succeed' && {
      task_result: { [makes]: makes === 'videos' ? [filmOf(call, job)] : picturesOf(call, job) },
      final_unit_deduction: String(job.shape.seconds || job.echo.count),
    }),
  };
}

function filmOf(call: MediaCall, job: Job): JsonRecord {
  return {
    id: filmId(job),
    url: urlOf(call, job, job.id, 'mp4'),
    ...(job.echo.isMarked === true && { watermark_url: urlOf(call, job, `${job.id}-marked`, 'mp4') }),
    duration: String(job.shape.seconds + surplusSeconds),
  };
}

function picturesOf(call: MediaCall, job: Job): JsonRecord[] {
  return Array.from({ length: Number(job.echo.count) }, (_, index) => ({
    index,
    url: urlOf(call, job, `${job.id}-${index}`, 'png'),
  }));
}

function urlOf({ origin, context }: MediaCall, job: Job, id: string, format: string): string {
  const file = { vendor: job.vendor, model: job.model, id, shape: job.shape, format };
  return resultUrl(origin, context.life, file, (job.endedMs ?? 0) + resultLifeMs);
}
