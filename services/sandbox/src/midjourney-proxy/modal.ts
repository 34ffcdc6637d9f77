import { asRecord, parseJson } from '../json-record.ts';
import { type Handle, refusedWith } from '../media/media-vendor.ts';
import { secretOf } from './authorize.ts';
import { invalid, noTask, resultReply, submitted, wrongState } from './submit-result.ts';
import { instanceId, midjourneyProxy, unauthorized } from './vendor.ts';

/** `POST /mj/submit/modal`: the window of a task is filled in, and the same task goes on. */
export const modal: Handle = ({ media, incoming }) => {
  const secret = secretOf(incoming.headers);
  if (secret === null) return refusedWith(unauthorized);
  const { taskId, prompt } = asRecord(parseJson(incoming.bytes.toString())) ?? {};
  if (!taskId || typeof prompt !== 'string' || prompt.trim() === '')
    return refusedWith(resultReply(invalid('参数错误')));
  const job = media.jobs.find(midjourneyProxy.name, String(taskId), secret);
  if (!job) return refusedWith(resultReply(noTask));
  if (job.echo.window !== 'open') return refusedWith(resultReply(wrongState));
  job.echo = { ...job.echo, window: 'filled' };
  job.isHeld = false;
  job.prompt = prompt;
  const reply = resultReply(submitted, job.id, { discordInstanceId: instanceId });
  return { type: 'other', model: job.model, reply };
};
