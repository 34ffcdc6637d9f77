import type { JsonRecord } from '../json-record.ts';
import type { Job } from '../media/jobs/job.ts';
import type { Stage } from '../media/jobs/stage.ts';

const words = ['queued', 'in_progress'];

/** How many words there are for a film that is not done. */
export const states = words.length;

const keptMs = 24 * 3_600_000;

/** When the media of a job that ended well are no longer there; null before. */
export function expiryOf({ endedMs, ending }: Job): number | null {
  return endedMs !== null && (ending === 'succeeded' || ending === 'empty') ? endedMs + keptMs : null;
}

/** A job in the vendor's words. */
export function videoJson(job: Job, { hasEnded, progress, wordOf }: Stage): JsonRecord {
  const isGood = job.ending === 'succeeded' || job.ending === 'empty';
  return {
    id: job.id,
    object: 'video',
    created_at: secondsOf(job.createdMs),
    status: hasEnded ? (isGood ? 'completed' : 'failed') : wordOf(words),
    completed_at: hasEnded && isGood ? secondsOf(job.endedMs) : null,
    error: hasEnded && !isGood ? errorOf(job) : null,
    expires_at: hasEnded ? secondsOf(expiryOf(job)) : null,
    progress: hasEnded && !isGood ? 0 : progress,
    ...job.echo,
  };
}

function errorOf({ ending }: Job): JsonRecord {
  if (ending === 'moderated') {
    return { code: 'moderation_blocked', message: 'Your request was blocked by our moderation system.' };
  }
  return { code: 'internal_error', message: 'Video generation failed due to an internal error.' };
}

function secondsOf(ms: number | null): number | null {
  return ms === null ? null : Math.floor(ms / 1_000);
}
