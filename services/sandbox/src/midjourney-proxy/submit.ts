import { asRecord, type JsonRecord, parseJson } from '../json-record.ts';
import type { Job } from '../media/jobs/job.ts';
import { type Handle, type Handled, type MediaCall, refusedWith } from '../media/media-vendor.ts';
import { secretOf } from './authorize.ts';
import { actionOf } from './next-steps.ts';
import type { ReadSubmission, Submission } from './submission.ts';
import { banned, existing, invalid, queued, resultReply, submitted, waitsForModal } from './submit-result.ts';
import { instanceId, midjourneyProxy, unauthorized } from './vendor.ts';

const botTypes = ['MID_JOURNEY', 'NIJI_JOURNEY'];
const bannedWord = /\b(nude|gore)\b/i;
/** How many tasks the account works on at once; the others wait. */
const atOnce = 3;

/** `POST /mj/submit/...`: what is wanted, read by `read`. */
export function submit(read: ReadSubmission): Handle {
  return (call) => {
    const secret = secretOf(call.incoming.headers);
    if (secret === null) return refusedWith(unauthorized);
    const body = asRecord(parseJson(call.incoming.bytes.toString()));
    if (!body) return refusedWith(resultReply(invalid('参数错误')));
    if (!botTypes.includes(String(body.botType ?? 'MID_JOURNEY'))) {
      return refusedWith(resultReply(invalid('botType参数错误')));
    }
    const { jobs, stageOf } = call.media;
    const submission = read(body, {
      find: (id) => jobs.find(midjourneyProxy.name, String(id), secret),
      hasSucceeded: (job) => stageOf(job).hasEnded && ['succeeded', 'empty'].includes(job.ending),
    });
    if ('problem' in submission) return refusedWith(resultReply(submission.problem));
    const word = bannedWord.exec(submission.prompt)?.[0];
    if (word !== undefined) {
      return refusedWith(resultReply(banned, null, { promptEn: submission.prompt, bannedWord: word }));
    }
    return repeatedUpscale(call, submission, secret) ?? makeTask(call, body, submission, secret);
  };
}

/** A picture is upscaled once; who asks again gets the first task. */
function repeatedUpscale(
  { media }: MediaCall,
  { action, parent, index }: Submission,
  secret: string,
): Handled | null {
  if (action !== 'UPSCALE' || !parent) return null;
  const earlier = media.jobs
    .list(midjourneyProxy.name, secret)
    .find((job) => actionOf(job) === action && job.echo.parent === parent.id && job.echo.index === index);
  if (!earlier) return null;
  const status = media.stageOf(earlier).hasEnded ? 'SUCCESS' : 'IN_PROGRESS';
  return {
    type: 'other',
    model: 'mj_upscale',
    reply: resultReply(existing, earlier.id, { status, imageUrl: null }),
  };
}

function makeTask(call: MediaCall, body: JsonRecord, submission: Submission, secret: string): Handled {
  const { action, prompt, description, parent, index, customId, needsModal = false, batchSize } = submission;
  const { media, identity, incoming } = call;
  const waiting = media.jobs.list(midjourneyProxy.name, secret).filter((job) => !media.stageOf(job).hasEnded);
  const echo = {
    action,
    description,
    parent: parent?.id,
    index,
    customId,
    batchSize,
    mode: speedOf(incoming.path, body),
    botType: body.botType ?? 'MID_JOURNEY',
    state: body.state,
    window: needsModal ? 'open' : null,
  };
  return {
    type: 'create',
    draft: {
      id: `${media.now()}${String(identity.number % 1000).padStart(3, '0')}`,
      key: secret,
      model: `mj_${action.toLowerCase()}`,
      prompt,
      echo,
      states: 3,
      shape: { width: 1024, height: 1024, seconds: action === 'VIDEO' ? 5 : 0 },
    },
    answer: (job) => submitReply(job, waiting.length - atOnce + 1),
  };
}

/** By the path, or by the accounts that may take it. */
function speedOf(path: string, { accountFilter }: JsonRecord): string | null {
  const { modes } = asRecord(accountFilter) ?? {};
  const wanted = Array.isArray(modes) ? String(modes[0]).toLowerCase() : '';
  const speed = /^\/mj-(fast|relax|turbo)\//.exec(path)?.[1] ?? wanted;
  return ['fast', 'relax', 'turbo'].includes(speed) ? speed : null;
}

function submitReply(job: Job, ahead: number): ReturnType<typeof resultReply> {
  if (job.echo.window === 'open') {
    job.isHeld = true;
    return resultReply(waitsForModal, job.id, { finalPrompt: job.prompt, remix: true });
  }
  const properties = { discordInstanceId: instanceId };
  if (ahead < 1) return resultReply(submitted, job.id, properties);
  return resultReply(queued(ahead), job.id, { ...properties, numberOfQueues: ahead });
}
