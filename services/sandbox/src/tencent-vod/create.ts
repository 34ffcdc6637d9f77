import { randomUUID } from 'node:crypto';
import { asRecord, type JsonRecord, parseJson } from '../json-record.ts';
import { type Handled, type MediaCall, refusedWith } from '../media/media-vendor.ts';
import { jsonReply } from '../media/reply.ts';
import type { Kind } from './kind.ts';
import { errorReply, tencentVod } from './vendor.ts';

/** A session id is taken once in that many days. */
const sessionDays = 3;

/** `CreateAigcVideoTask` and `CreateAigcImageTask`. */
export function createTask(call: MediaCall, { task, check, shapeOf }: Kind, secretId: string): Handled {
  const body = asRecord(parseJson(call.incoming.bytes.toString()));
  if (!body) return refusedWith(errorReply({ code: 'InvalidParameter', message: 'The body is not JSON.' }));
  const model = `${body.ModelName}-${body.ModelVersion}`;
  const error = check(body) ?? (isRepeated(call, body, secretId) ? repeated : null);
  if (error) return refusedWith(errorReply(error), model);
  const id = `${body.SubAppId}-${task}-${call.identity.life}${call.identity.number}t`;
  return {
    type: 'create',
    draft: {
      id,
      key: secretId,
      model,
      prompt: String(body.Prompt ?? ''),
      echo: { ...body, task },
      states: 2,
      shape: shapeOf(body),
    },
    answer: (job) => jsonReply(200, { Response: { TaskId: job.id, RequestId: randomUUID() } }),
  };
}

function isRepeated({ media }: MediaCall, { SessionId: session }: JsonRecord, secretId: string): boolean {
  if (typeof session !== 'string' || session === '') return false;
  const sinceMs = media.now() - sessionDays * 24 * 3_600_000;
  return media.jobs
    .list(tencentVod.name, secretId)
    .some(({ echo, createdMs }) => echo.SessionId === session && createdMs > sinceMs);
}

const repeated = {
  code: 'InvalidParameterValue.SessionId',
  message: 'The deduplication ID already exists. The request is removed due to duplication.',
};
