import type {
  ListTasksRequest,
  ListTasksResponse,
  TaskRecord,
} from '@headgate/proto/gen/headgate/media/v1/media';
import type { ApiContext } from '../context.ts';
import { countRecords, listRecords } from '../sql/tasks/list-records.ts';
import type { Task } from '../task/task.ts';
import { unifiedStatus } from '../views/status-words.ts';

const mostLeftOut = 10_000;
const mostOnPage = 100;

/** Answers a page of tasks for people to look at. */
export async function answerListTasks(
  { knex }: Pick<ApiContext, 'knex'>,
  request: ListTasksRequest,
): Promise<ListTasksResponse> {
  const { limit, offset } = request;
  if (limit < 1 || limit > mostOnPage || offset < 0 || offset > mostLeftOut)
    throw new Error(`a page of ${limit} behind ${offset} is outside of the contract`);
  const [found, { total, exact }] = await Promise.all([
    listRecords(knex, request),
    countRecords(knex, request),
  ]);
  return {
    tasks: found.slice(0, limit).map(toRecord),
    total,
    totalExact: exact,
    hasMore: found.length > limit,
  };
}

function toRecord(task: Task): TaskRecord {
  return {
    id: task.id,
    seq: task.seq,
    userId: task.userId,
    keyId: task.keyId,
    group: task.group,
    surface: task.surface,
    action: task.action,
    model: task.model,
    channelId: task.channelId,
    status: unifiedStatus[task.state],
    progress: task.progress,
    amount: task.amount,
    createdAtMs: BigInt(task.createdAt),
    submittedAtMs: BigInt(task.submittedAt ?? 0),
    finishedAtMs: BigInt(task.finishedAt ?? 0),
    failCode: task.failure?.code ?? '',
    failReason: task.failure?.message ?? '',
    prompt: task.wish.prompt,
    media: (task.result?.media ?? []).map(({ kind }) => kind),
    requestId: task.closeId,
  };
}
