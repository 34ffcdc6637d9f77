import { randomUUID } from 'node:crypto';
import type { JsonRecord } from '../json-record.ts';
import { resultUrl } from '../media/files/result-url.ts';
import type { Job } from '../media/jobs/job.ts';
import type { Stage } from '../media/jobs/stage.ts';
import type { MediaCall } from '../media/media-vendor.ts';
import { inspected } from './vendor.ts';

/** Results, and what is known of a task, are kept for a day. */
export const keptMs = 24 * 3_600_000;
/** The vendor's clocks are those of Beijing. */
const beijingMs = 8 * 3_600_000;

const failures: Partial<Record<Job['ending'], { code: string; message: string }>> = {
  expired: { code: 'InternalError.Timeout', message: 'The task timed out.' },
  failed: { code: 'InternalError.Algo', message: 'An internal error has occurred during execution.' },
  moderated: inspected,
};

/** A task as it is told; why it failed stands in `output` alone. */
export function renderTask(call: MediaCall, job: Job, stage: Stage): JsonRecord {
  const failure = stage.hasEnded ? failures[job.ending] : undefined;
  const isDone = stage.hasEnded && !failure && job.ending !== 'cancelled';
  const status = statusOf(job, stage, failure !== undefined);
  return {
    request_id: randomUUID(),
    output: {
      task_id: job.id,
      task_status: status,
      submit_time: timeOf(job.createdMs),
      ...(status !== 'PENDING' && { scheduled_time: timeOf(job.createdMs) }),
      ...(job.endedMs !== null && { end_time: timeOf(job.endedMs) }),
      ...(isDone && { orig_prompt: job.prompt, actual_prompt: job.prompt, video_url: urlOf(call, job) }),
      ...failure,
    },
    ...(isDone && { usage: usageOf(job) }),
  };
}

function statusOf(job: Job, stage: Stage, hasFailed: boolean): string {
  if (!stage.hasEnded) return stage.wordOf(['PENDING', 'RUNNING']);
  if (job.ending === 'cancelled') return 'CANCELED';
  return hasFailed ? 'FAILED' : 'SUCCEEDED';
}

function usageOf({ shape: { width, height, seconds }, echo }: Job): JsonRecord {
  const resolution = Number.parseInt(String(echo.resolution), 10);
  if (echo.isNew !== true) return { video_duration: seconds, video_count: 1, SR: resolution };
  return {
    ...{ duration: seconds, input_video_duration: 0, output_video_duration: seconds },
    ...{ video_count: 1, SR: resolution },
    ...(typeof echo.ratio === 'string' ? { ratio: echo.ratio } : { size: `${width}*${height}` }),
  };
}

function urlOf({ origin, context }: MediaCall, job: Job): string {
  const file = { vendor: job.vendor, model: job.model, id: job.id, shape: job.shape, format: 'mp4' };
  return resultUrl(origin, context.life, file, (job.endedMs ?? 0) + keptMs);
}

/** `2026-11-21 20:40:00.123`. */
function timeOf(ms: number): string {
  return new Date(ms + beijingMs).toISOString().replace('T', ' ').replace('Z', '');
}
