import type { ListTasksRequest, TaskRecord } from '@headgate/proto/gen/headgate/media/v1/media';
import { call } from '@headgate/runtime/rpc/client';
import type { Context } from '../../context.ts';
import { answerJson } from '../../exchange/answer.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import type { RecordScope, TaskPage } from '../../routes/route.ts';
import { offsetOf, readAsked, readText, refuseRecords } from './asked.ts';
import type { NameOf } from './names.ts';
import { findOwner, type Owner } from './owner.ts';

/** Which dialects' tasks a page has; those of one route's clients, or all others. */
const surfaces: Record<TaskPage, string[]> = {
  task: ['video', 'image', 'image-async', 'kling'],
  mj: ['mj'],
};

const statuses = ['', 'queued', 'processing', 'succeeded', 'failed'];
const emptyPage = { tasks: [], total: 0n, totalExact: true, hasMore: false };

/** Serves tasks as people look at them: the media service's records, account's names beside them. */
export async function forwardToTaskRecords(
  context: Context,
  exchange: Exchange,
  { page, scope }: { page: TaskPage; scope: Exclude<RecordScope, 'key'> },
): Promise<void> {
  const { request } = exchange;
  const asked = readAsked(request, { cursor: /^\d{1,18}$/ });
  const owner = await findOwner(context, exchange, scope, asked);
  const status = readText(request, 'status');
  if (!statuses.includes(status)) refuseRecords('status must be queued, processing, succeeded or failed.');
  const { tasks, total, totalExact, hasMore } = owner
    ? await call(context.media, context.media.listTasks, {
        ...toOwner(owner),
        surfaces: surfaces[page],
        status,
        model: asked.model,
        group: asked.group,
        channelId: (scope === 'all' && asked.channelId) || 0n,
        taskId: readText(request, 'task_id'),
        fromMs: asked.fromMs,
        untilMs: asked.untilMs,
        beforeSeq: BigInt(asked.cursor || 0),
        offset: offsetOf(asked),
        limit: asked.pageSize,
      })
    : emptyPage;
  const idsOf = (of: (task: TaskRecord) => bigint): bigint[] => tasks.map(of).filter((id) => id !== 0n);
  const nameOf = await context.names.of({
    users: idsOf(({ userId }) => userId),
    keys: idsOf(({ keyId }) => keyId),
    ...(scope === 'all' && { channels: idsOf(({ channelId }) => channelId) }),
  });
  const data = {
    items: tasks.map((task) => taskView(task, nameOf, scope)),
    total: Number(total),
    total_exact: totalExact,
    page: asked.page,
    page_size: asked.pageSize,
    next_cursor: hasMore ? String(tasks.at(-1)?.seq ?? '') : '',
  };
  answerJson(exchange, 200, { success: true, message: '', data });
}

function toOwner({ userIds, keyIds }: Owner): Pick<ListTasksRequest, 'userIds' | 'keyIds'> {
  return { userIds, keyIds };
}

/** What was asked for in words is its user's to see, and what serves it the administrators'. */
function taskView(task: TaskRecord, nameOf: NameOf, scope: RecordScope) {
  return {
    task_id: task.id,
    request_id: task.requestId,
    platform: task.surface,
    action: task.action,
    model_name: task.model,
    user_id: Number(task.userId),
    username: nameOf('users', task.userId),
    token_id: Number(task.keyId),
    token_name: nameOf('keys', task.keyId),
    group: task.group,
    status: task.status,
    progress: task.progress,
    // What was held for a task that failed is given back: it costs nothing.
    quota: task.status === 'failed' ? 0 : Number(task.amount),
    created_at: toSeconds(task.createdAtMs),
    submit_time: toSeconds(task.submittedAtMs),
    finish_time: toSeconds(task.finishedAtMs),
    fail_code: task.failCode,
    fail_reason: task.failReason,
    media: task.media.map((kind, index) => ({ kind, url: mediaUrl(task, index) })),
    ...(scope === 'all'
      ? { channel: Number(task.channelId), channel_name: nameOf('channels', task.channelId) }
      : { prompt: task.prompt }),
  };
}

function mediaUrl({ surface, id, media }: TaskRecord, index: number): string {
  const isPicture = surface === 'mj' || surface === 'image-async';
  const path = isPicture ? `/mj/image/${id}` : `/v1/videos/${id}/content`;
  // The picture beside films is not counted there.
  const first = isPicture ? Math.max(media.indexOf('video'), 0) : 0;
  return index === 0 ? path : `${path}?index=${index - first}`;
}

function toSeconds(ms: bigint): number {
  return Math.floor(Number(ms) / 1_000);
}
