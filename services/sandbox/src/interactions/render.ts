import type { JsonRecord } from '../json-record.ts';
import { fileReply } from '../media/files/serve-file.ts';
import type { Job } from '../media/jobs/job.ts';
import type { Stage } from '../media/jobs/stage.ts';
import type { MediaCall } from '../media/media-vendor.ts';

/** Ten seconds of film were seen to count 57,920. */
const tokensPerSecond = 5_792;
const words = ['queued', 'in_progress'];

/** How many words there are for an interaction that has not ended. */
export const states = words.length;

const ends: Record<Job['ending'], string> = {
  cancelled: 'cancelled',
  empty: 'completed',
  expired: 'incomplete',
  failed: 'failed',
  moderated: 'failed',
  succeeded: 'completed',
};
const errors: Partial<Record<Job['ending'], JsonRecord>> = {
  failed: { code: 'internal', message: 'An internal error has occurred.' },
  moderated: {
    code: 'content_policy_violation',
    message: 'The generated video was blocked because it violates the policy on generative AI.',
  },
};

/** An interaction as it is told; the film stands in its steps. */
export function renderInteraction(call: MediaCall, job: Job, stage: Stage): JsonRecord {
  const error = stage.hasEnded ? errors[job.ending] : undefined;
  const isDone = stage.hasEnded && job.ending === 'succeeded';
  return {
    id: job.id,
    object: 'interaction',
    status: stage.hasEnded ? ends[job.ending] : stage.wordOf(words),
    model: job.model,
    role: 'model',
    created: new Date(job.createdMs).toISOString(),
    updated: new Date(job.endedMs ?? job.createdMs).toISOString(),
    ...(job.echo.previous !== null && { previous_interaction_id: job.echo.previous }),
    steps: isDone ? [{ type: 'model_output', content: [filmOf(call, job)] }] : [],
    ...(error && { errors: [error] }),
    ...(isDone && { usage: usageOf(job) }),
  };
}

function filmOf({ origin }: MediaCall, job: Job): JsonRecord {
  const film = { type: 'video', mime_type: 'video/mp4' };
  if (job.echo.delivery === 'uri') {
    return { ...film, uri: `${origin}/v1beta/files/omni-${job.id}:download?alt=media` };
  }
  return { ...film, data: Buffer.from(fileReply('mp4', job.shape).body).toString('base64') };
}

function usageOf({ shape: { seconds } }: Job): JsonRecord {
  const tokens = Math.round(seconds * tokensPerSecond);
  return {
    total_input_tokens: 10,
    total_output_tokens: tokens,
    total_tokens: tokens + 10,
    output_tokens_by_modality: [{ modality: 'video', tokens }],
  };
}
