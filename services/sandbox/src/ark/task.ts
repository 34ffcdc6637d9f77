import type { JsonRecord } from '../json-record.ts';
import { resultUrl } from '../media/files/result-url.ts';
import type { Job } from '../media/jobs/job.ts';
import type { Stage } from '../media/jobs/stage.ts';
import type { MediaCall } from '../media/media-vendor.ts';

const words = ['queued', 'running'];

/** How many words there are for a task that has not ended. */
export const states = words.length;

const linkLifeMs = 24 * 3_600_000;
const framesPerSecond = 24;
/** What a film that came along is taken to last. */
const inputVideoSeconds = 5;

/** A task in the vendor's words. */
export function taskJson(
  { context, origin }: Pick<MediaCall, 'context' | 'origin'>,
  job: Job,
  stage: Stage,
): JsonRecord {
  const { id, echo, notes = {} } = job;
  const updated = Math.floor((job.endedMs ?? job.createdMs) / 1_000);
  const times = { created_at: Math.floor(job.createdMs / 1_000), updated_at: updated };
  if (!stage.hasEnded) return { id, ...echo, status: stage.wordOf(words), ...times };
  if (job.ending !== 'succeeded' && job.ending !== 'empty') return { id, ...echo, ...endOf(job), ...times };
  const url = (format: string): string => {
    const file = { vendor: job.vendor, model: job.model, id, shape: job.shape, format };
    return resultUrl(origin, context.life, file, (job.endedMs ?? 0) + linkLifeMs);
  };
  const tokens = tokensOf(job, Number(notes.inputVideos));
  return {
    ...{ id, ...echo, status: 'succeeded' },
    content: {
      video_url: url('mp4'),
      ...(notes.returnsLastFrame === true && { last_frame_url: url('png') }),
    },
    usage: { completion_tokens: tokens, total_tokens: tokens },
    ...times,
  };
}

function tokensOf({ shape: { width, height, seconds } }: Job, inputVideos: number): number {
  const frames = framesPerSecond * (seconds + inputVideos * inputVideoSeconds) + 1;
  return Math.round((width * height * frames) / 1_024);
}

function endOf({ ending }: Job): JsonRecord {
  const requestId = 'Request id: 0217sandbox';
  switch (ending) {
    case 'cancelled':
      return { status: 'cancelled' };
    case 'expired':
      return { status: 'expired' };
    case 'moderated':
      return failed(
        'OutputVideoSensitiveContentDetected',
        `The request failed because the output video may contain sensitive information. ${requestId}`,
      );
    default:
      return failed(
        'InternalServiceError',
        `The service encountered an unexpected internal error. ${requestId}`,
      );
  }
}

function failed(code: string, message: string): JsonRecord {
  return { status: 'failed', error: { code, message } };
}
