import { Usage } from '@headgate/proto/gen/headgate/events/v1/events';
import type { StoredWish } from '../../families/wish.ts';
import type { Failure } from '../../task/failure.ts';
import type { State } from '../../task/states.ts';
import type { Result, Surface, Task, Trouble, Way } from '../../task/task.ts';

/** A row of `task` as the driver gives it. */
export interface TaskRow {
  id: string;
  seq: bigint;
  close_id: string;
  hold_id: string;
  surface: Surface;
  action: string;
  state: State;
  key_id: bigint;
  user_id: bigint;
  group: string;
  path: string[];
  model: string;
  price_model: string;
  catalog_version: bigint;
  price_version: bigint;
  amount: bigint;
  usage: Buffer;
  wish: StoredWish;
  attempts: number;
  ways: Way[] | null;
  account_id: bigint | null;
  channel_id: bigint;
  upstream_model: string;
  upstream_id: string | null;
  upstream_state: Record<string, unknown>;
  progress: number;
  result: Result | null;
  failure: Failure | null;
  trouble: Trouble | null;
  created_at: Date;
  submitted_at: Date | null;
  finished_at: Date | null;
  due_at: Date;
  deadline_at: Date;
  remixed_from: string | null;
  external_id: string | null;
}

export function toTask(row: TaskRow): Task {
  return {
    id: row.id,
    seq: row.seq,
    closeId: row.close_id,
    holdId: row.hold_id,
    surface: row.surface,
    action: row.action,
    state: row.state,
    keyId: row.key_id,
    userId: row.user_id,
    group: row.group,
    path: row.path,
    model: row.model,
    priceModel: row.price_model,
    catalogVersion: row.catalog_version,
    priceVersion: row.price_version,
    amount: row.amount,
    usage: Usage.decode(row.usage),
    wish: row.wish,
    attempts: row.attempts,
    ways: row.ways,
    accountId: row.account_id,
    channelId: row.channel_id,
    upstreamModel: row.upstream_model,
    upstreamId: row.upstream_id,
    upstreamState: row.upstream_state,
    progress: row.progress,
    result: row.result,
    failure: row.failure,
    trouble: row.trouble,
    createdAt: row.created_at.getTime(),
    submittedAt: row.submitted_at?.getTime() ?? null,
    finishedAt: row.finished_at?.getTime() ?? null,
    dueAt: row.due_at.getTime(),
    deadlineAt: row.deadline_at.getTime(),
    remixedFrom: row.remixed_from,
    externalId: row.external_id,
  };
}
