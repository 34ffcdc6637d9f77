import type { JsonRecord } from '../json-record.ts';
import { resultUrl } from '../media/files/result-url.ts';
import type { Job } from '../media/jobs/job.ts';
import type { Stage } from '../media/jobs/stage.ts';
import type { MediaCall } from '../media/media-vendor.ts';
import { buttonsOf } from './buttons.ts';
import { finalPromptOf } from './final-prompt.ts';
import { actionOf } from './next-steps.ts';
import { instanceId } from './vendor.ts';

/** Addresses at Discord's network are good for a day. */
const addressLifeMs = 24 * 3_600_000;

const failReasons: Partial<Record<Job['ending'], string>> = {
  cancelled: '取消任务',
  expired: '任务超时',
  failed: '[Internal error] Something went wrong, please try again later',
  moderated: '[Banned prompt detected] The prompt violates our community standards',
};

/** A task as `fetch` tells it. */
export function renderRecord(call: MediaCall, job: Job, stage: Stage): JsonRecord {
  const action = actionOf(job);
  const status = statusOf(job, stage);
  const isDone = status === 'SUCCESS';
  const failReason = stage.hasEnded ? (failReasons[job.ending] ?? null) : null;
  const url = (id: string, format: string, shape = job.shape): string => {
    const file = { vendor: job.vendor, model: job.model, id, shape, format };
    return resultUrl(call.origin, call.context.life, file, call.media.now() + addressLifeMs);
  };
  const hasPicture = action !== 'SHORTEN' && job.ending !== 'empty';
  const isSeen = hasPicture && (isDone || status === 'IN_PROGRESS');
  const count = Number(job.echo.batchSize ?? 1);
  const films = Array.from({ length: count }, (_, index) => ({ url: url(`${job.id}-${index}`, 'mp4') }));
  const isFilm = action === 'VIDEO' && isDone && job.ending !== 'empty';
  return {
    id: job.id,
    action,
    customId: job.echo.customId ?? null,
    botType: job.echo.botType,
    prompt: job.prompt,
    promptEn: action === 'DESCRIBE' && isDone ? finalPromptOf(action, job.prompt) : job.prompt,
    description: job.echo.description,
    state: job.echo.state ?? null,
    status,
    submitTime: job.createdMs,
    startTime: status === 'NOT_START' ? null : job.createdMs,
    finishTime: job.endedMs,
    progress: progressOf(job, status, stage),
    imageUrl: isSeen ? url(job.id, 'png', { ...job.shape, seconds: 0 }) : null,
    ...(action === 'VIDEO' && { videoUrl: isFilm ? films[0]?.url : null, videoUrls: isFilm ? films : null }),
    failReason,
    buttons: isDone ? buttonsOf(action, job.id) : [],
    properties: {
      discordInstanceId: instanceId,
      botType: job.echo.botType === 'NIJI_JOURNEY' ? 'niji・journey' : 'midjourney',
      ...(isDone && { finalPrompt: finalPromptOf(action, job.prompt) }),
    },
  };
}

function statusOf(job: Job, stage: Stage): string {
  if (job.echo.window === 'open') return 'MODAL';
  if (!stage.hasEnded) return stage.wordOf(['NOT_START', 'SUBMITTED', 'IN_PROGRESS']);
  if (job.ending === 'cancelled') return 'CANCEL';
  return failReasons[job.ending] === undefined ? 'SUCCESS' : 'FAILURE';
}

/** What Discord writes beside the picture comes along: words before there is a number, the speed around it. */
function progressOf(job: Job, status: string, { progress }: Stage): string {
  if (status === 'SUCCESS') return '100%';
  if (status === 'FAILURE' || status === 'CANCEL') return '0%';
  if (status === 'SUBMITTED') return 'Waiting to start';
  if (status !== 'IN_PROGRESS') return '';
  return job.echo.mode === null ? `${progress}%` : `(${job.echo.mode}, stealth) ${progress}%`;
}
