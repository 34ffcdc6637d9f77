import { randomUUID } from 'node:crypto';
import { asRecord, type JsonRecord, parseJson } from '../json-record.ts';
import type { Job } from '../media/jobs/job.ts';
import { type Handled, type MediaCall, refusedWith } from '../media/media-vendor.ts';
import { jsonReply } from '../media/reply.ts';
import { checkShape, type Shape } from './check-shape.ts';
import { timeOf } from './time-of.ts';
import { errorReply, tencentVod } from './vendor.ts';
import { wrongValue } from './vendor-error.ts';

const period: Shape = { After: 'string', Before: 'string' };
const shape: Shape = {
  SubAppId: 'integer',
  Status: 'string',
  FileId: 'string',
  CreateTime: { object: period },
  FinishTime: { object: period },
  Sort: { object: { Field: 'string', Order: 'string' } },
  Limit: 'integer',
  ScrollToken: 'string',
};

/** `DescribeTasks`: those of an application that were made in a time, newest first; a token leads to the next page. */
export function listTasks({ media, incoming }: MediaCall, secretId: string): Handled {
  const body = asRecord(parseJson(incoming.bytes.toString())) ?? {};
  const error = checkShape(body, shape);
  if (error) return refusedWith(errorReply(error));
  const { SubAppId: application, CreateTime: made, Limit: limit = 10, ScrollToken: token = '0' } = body;
  if (!(Number(limit) >= 1 && Number(limit) <= 100)) return refusedWith(errorReply(wrongValue('Limit')));
  const { After: after, Before: before } = asRecord(made) ?? {};
  const found = media.jobs
    .list(tencentVod.name, secretId)
    .filter(({ echo }) => application === undefined || echo.SubAppId === application)
    .filter(({ createdMs }) => isBetween(createdMs, after, before))
    .reverse();
  const from = Number(token);
  const next = from + Number(limit);
  const page = found.slice(from, next).map(toSummary);
  return {
    type: 'other',
    model: null,
    reply: jsonReply(200, {
      Response: {
        TaskSet: page,
        ScrollToken: next < found.length ? String(next) : '',
        RequestId: randomUUID(),
      },
    }),
  };
}

function isBetween(ms: number, after: unknown, before: unknown): boolean {
  const isLate = typeof after !== 'string' || ms >= Date.parse(after);
  return isLate && (typeof before !== 'string' || ms <= Date.parse(before));
}

function toSummary({ id, echo, createdMs, endedMs }: Job): JsonRecord {
  return {
    TaskId: id,
    Status: endedMs === null ? 'PROCESSING' : 'FINISH',
    FileId: '',
    TaskType: echo.task,
    CreateTime: timeOf(createdMs),
    BeginProcessTime: timeOf(createdMs),
    FinishTime: endedMs === null ? '' : timeOf(endedMs),
    SessionId: echo.SessionId ?? '',
    SessionContext: echo.SessionContext ?? '',
  };
}
