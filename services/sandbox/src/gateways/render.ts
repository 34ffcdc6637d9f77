import type { JsonRecord } from '../json-record.ts';
import { resultUrl } from '../media/files/result-url.ts';
import type { Job } from '../media/jobs/job.ts';
import type { Stage } from '../media/jobs/stage.ts';
import type { MediaCall } from '../media/media-vendor.ts';
import type { Manner, Style } from './manner.ts';

const resultLifeMs = 24 * 3_600_000;

/** The words of each manner: while the job goes on, when it is done, when it went wrong. */
const words: Record<Manner, Record<Style, { open: string[]; good: string; bad: string }>> = {
  unified: {
    record: { open: ['queued', 'processing'], good: 'succeeded', bad: 'failed' },
    object: { open: ['queued', 'in_progress'], good: 'completed', bad: 'failed' },
  },
  // What was never polled is NOT_START here, which the object has no word for.
  reference: {
    record: { open: ['NOT_START', 'IN_PROGRESS'], good: 'SUCCESS', bad: 'FAILURE' },
    object: { open: ['unknown', 'in_progress'], good: 'completed', bad: 'failed' },
  },
};

/** How many words there are for a task that has not ended. */
export const states = 2;

const errors: Partial<Record<Job['ending'], JsonRecord>> = {
  cancelled: { code: 'cancelled', message: 'The task was cancelled.' },
  expired: { code: 'task_timeout', message: 'The task took too long.' },
  failed: { code: 'internal_error', message: 'The task failed.' },
  moderated: { code: 'content_policy_violation', message: 'The content violates the content policy.' },
};

export function renderTask(
  call: MediaCall,
  job: Job,
  stage: Stage,
  manner: Manner,
  style: Style,
): JsonRecord {
  const { open, good, bad } = words[manner][style];
  const error = stage.hasEnded ? errors[job.ending] : undefined;
  // As APIYI's relay of Grok does: https://docs.apiyi.com/api-capabilities/grok-imagine-video/video-generation.
  const completesAll = manner === 'reference' && style === 'object' && job.ending === 'moderated';
  const status = stage.hasEnded ? (error && !completesAll ? bad : good) : stage.wordOf(open);
  const seen: Seen = { job, status, error, progress: stage.progress, url: urlOf(call, job, stage, error) };
  if (style === 'object') return manner === 'unified' ? unifiedObject(seen) : referenceObject(seen);
  return {
    code: 'success',
    message: '',
    data: manner === 'unified' ? unifiedRecord(seen) : referenceRecord(seen),
  };
}

interface Seen {
  job: Job;
  status: string;
  error: JsonRecord | undefined;
  progress: number;
  /** Null before there is a film. */
  url: string | null;
}

function urlOf({ origin, context }: MediaCall, job: Job, { hasEnded }: Stage, error: unknown): string | null {
  if (!hasEnded || error || job.ending === 'empty') return null;
  const file = { vendor: job.vendor, model: job.model, id: job.id, shape: job.shape, format: 'mp4' };
  return resultUrl(origin, context.life, file, (job.endedMs ?? 0) + resultLifeMs);
}

function unifiedRecord({ job, status, error, url }: Seen): JsonRecord {
  const { width, height, seconds } = job.shape;
  return {
    task_id: job.id,
    status,
    url,
    format: url === null ? null : 'mp4',
    metadata: url === null ? null : { duration: seconds, fps: 24, width, height, seed: 0 },
    error: error ?? null,
  };
}

/** Everything that the other gateway has stored, its own users and prices included. */
function referenceRecord({ job, status, error, progress, url }: Seen): JsonRecord {
  const createdSeconds = Math.floor(job.createdMs / 1_000);
  return {
    ...{ id: 1, created_at: createdSeconds, updated_at: createdSeconds, task_id: job.id, platform: '54' },
    ...{ user_id: 17, group: 'default', channel_id: 23, quota: 250_000, action: 'textGenerate', status },
    fail_reason: error?.message ?? '',
    ...{
      submit_time: createdSeconds,
      start_time: createdSeconds,
      finish_time: Math.floor((job.endedMs ?? 0) / 1_000),
    },
    progress: `${progress}%`,
    properties: { input: job.prompt, upstream_model_name: job.model, origin_model_name: job.model },
    ...(url !== null && { result_url: url }),
    data: { id: `upstream-${job.id}`, status: 'running' },
  };
}

function unifiedObject({ job, status, error, progress, url }: Seen): JsonRecord {
  return {
    ...headOf(job, status, progress),
    ...(job.endedMs !== null && { completed_at: Math.floor(job.endedMs / 1_000) }),
    ...(url !== null && { video_url: url }),
    ...{ seconds: job.echo.seconds, size: job.echo.size },
    ...(error && { error }),
  };
}

function referenceObject({ job, status, error, progress, url }: Seen): JsonRecord {
  return {
    ...headOf(job, status, progress),
    ...(url !== null && { metadata: { url } }),
    ...(error && {
      error: { message: error.message, code: job.ending === 'moderated' ? 'moderation_blocked' : '' },
    }),
  };
}

/** What a create is answered with, too. */
export function headOf(job: Job, status: string, progress: number): JsonRecord {
  return {
    ...{ id: job.id, task_id: job.id, object: 'video', model: job.model, status, progress },
    created_at: Math.floor(job.createdMs / 1_000),
  };
}
