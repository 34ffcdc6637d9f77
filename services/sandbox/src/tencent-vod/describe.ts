import { randomUUID } from 'node:crypto';
import { asRecord, parseJson } from '../json-record.ts';
import { type Handled, type MediaCall, refusedWith } from '../media/media-vendor.ts';
import { checkShape } from './check-shape.ts';
import { renderTask } from './render-task.ts';
import { errorReply, tencentVod } from './vendor.ts';
import { missing } from './vendor-error.ts';

/** `DescribeTaskDetail`: all kinds of task by name, null but for the one that it is. */
export function describeTask(call: MediaCall, secretId: string): Handled {
  const body = asRecord(parseJson(call.incoming.bytes.toString())) ?? {};
  const { TaskId: id, SubAppId: application } = body;
  if (id === undefined) return refusedWith(errorReply(missing('TaskId')));
  const error = checkShape(body, { TaskId: 'string', SubAppId: 'integer' });
  if (error) return refusedWith(errorReply(error));
  const job = call.media.jobs.find(tencentVod.name, String(id), secretId);
  if (!job || (application !== undefined && application !== job.echo.SubAppId)) {
    return refusedWith(errorReply(unknownTask));
  }
  return {
    type: 'poll',
    job,
    answer: (stage) => ({
      json: { Response: { ...renderTask(call, job, stage), RequestId: randomUUID() } },
    }),
  };
}

const unknownTask = { code: 'ResourceNotFound', message: 'The task does not exist.' };
