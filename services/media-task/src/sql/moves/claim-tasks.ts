import type { Log } from '@headgate/runtime/log';
import { rowsOf } from '@headgate/runtime/postgres/rows';
import type { Knex } from 'knex';
import type { Task } from '../../task/task.ts';
import type { Lease } from '../tasks/insert-task.ts';
import { type TaskRow, toTask } from '../tasks/task-row.ts';

interface Claimant {
  knex: Knex;
  log: Log;
}

/** A task in hand, and whose protocol it is polled in once it was submitted. */
export type ClaimedTask = Task & { provider: string | undefined };

/** What is done with tasks: they are looked after, or sent for the first time, which may take as long as a picture takes. */
export type Errand = 'look' | 'send';

const isUnsent = `(ways is not null and state = 'held')`;

/** In nobody's hands; the parameter is whoever claims. */
const isFree = '(lease_until is null or lease_until <= now() or lease_owner = ?)';

/** An api has it, which is about to send it or waits for the vendor's answer, and no worker has had it yet. */
const isBeingSent = `(state in ('intended', 'held', 'submitting') and looked_at = created_at)`;

/** Which tasks an errand is for, and which of those in hand count as its own. */
const errands: Record<Errand, { waiting: string; busy: string }> = {
  look: {
    // Its client hears at its deadline that it is over, whoever has the places in which it would be sent.
    waiting: `(not ${isUnsent} or deadline_at <= now())`,
    busy: `(ways is null or state not in ('held', 'submitting')) and not ${isBeingSent}`,
  },
  send: { waiting: isUnsent, busy: `(ways is not null and state in ('held', 'submitting'))` },
};

interface Room {
  limit: number;
  perChannel: number;
  errand?: Errand;
  /** What is left of the lease of a sent task at least where its worker lives: one with less is in nobody's hands any more. */
  renewedLeaseMs?: number;
}

/**
 * Takes tasks that are due, oldest first, at most so many at a time of one channel over all workers. Two that claim in the
 * same moment may go over that by what both take; no task goes to two. Those of a channel that has as many in hand are not
 * even looked at: a vendor that is slow, with thousands that wait for it, would hide those of all others. What was taken in the
 * same name before, without an answer, is in nobody's hands.
 */
export async function claimTasks(
  { knex, log }: Claimant,
  { owner, ms }: Lease,
  { limit, perChannel, errand = 'look', renewedLeaseMs = 0 }: Room,
): Promise<ClaimedTask[]> {
  const { waiting, busy } = errands[errand];
  const rows = await rowsOf<ClaimedRow & { provider: string | null }>(
    knex,
    `with busy as (
       select channel_id, count(*) as tasks from task
       where state not in ('succeeded', 'failed') and lease_owner is distinct from ? and ${busy}
         and lease_until > now() + case when state = 'submitting' then ? else 0 end * interval '1 ms'
       group by channel_id
     ), waiting as (
       select id, channel_id, due_at from task
       where state not in ('succeeded', 'failed') and due_at <= now() and ${isFree}
         and ${waiting} and channel_id not in (select channel_id from busy where tasks >= ?)
       order by due_at limit ?
     ), placed as (
       select id, due_at, row_number() over (partition by channel_id order by due_at) + coalesce(busy.tasks, 0) as place
       from waiting left join busy using (channel_id)
     ), chosen as (
       select task.id from task join placed using (id)
       where placed.place <= ? and ${isFree}
         and task.state not in ('succeeded', 'failed') and ${waiting}
       order by placed.due_at limit ? for update of task skip locked
     )
     update task set looked_at = now(), lease_owner = ?, lease_until = now() + ? * interval '1 ms'
     from chosen where task.id = chosen.id
     returning task.*, ${leftMs}, (select provider from account where account.id = task.account_id)`,
    [owner, renewedLeaseMs, owner, perChannel, limit * 8, perChannel, owner, limit, owner, ms],
  );
  return readEach(log, rows, (row) => ({ ...toClaimed(row), provider: row.provider ?? undefined }));
}

/**
 * Takes more tasks of the same account, for vendors that tell of many at once: those that are due, and those that are nearly
 * so.
 */
export async function claimCompanions(
  { knex, log }: Claimant,
  lease: Lease,
  { channelId, accountId }: { channelId: bigint; accountId: bigint },
  { limit, aheadMs }: { limit: number; aheadMs: number },
): Promise<Task[]> {
  const rows = await rowsOf<ClaimedRow>(
    knex,
    `with chosen as (
       select id from task
       where channel_id = ? and account_id = ? and state in ('queued', 'running')
         and due_at <= now() + ? * interval '1 ms' and (lease_until is null or lease_until <= now())
       order by due_at limit ? for update skip locked
     )
     update task set looked_at = now(), lease_owner = ?, lease_until = now() + ? * interval '1 ms'
     from chosen where task.id = chosen.id returning task.*, ${leftMs}`,
    [channelId, accountId, aheadMs, limit, lease.owner, lease.ms],
  );
  return readEach(log, rows, toClaimed);
}

const leftMs = '(extract(epoch from task.deadline_at - now()) * 1000)::float8 as "leftMs"';

type ClaimedRow = TaskRow & { leftMs: number };

/** One that cannot be read keeps none of the others from their look: it stays in hand, and is tried again when its lease has ended. */
function readEach<Row extends ClaimedRow, Read>(
  log: Log,
  rows: readonly Row[],
  read: (row: Row) => Read,
): Read[] {
  return rows.flatMap((row) => {
    try {
      return [read(row)];
    } catch (error) {
      log.error({ err: error, task: row.id }, 'a task cannot be read');
      return [];
    }
  });
}

/** Clocks of workers may be wrong by a day: what is left of a task's time is what is left by the database's. */
function toClaimed(row: ClaimedRow): Task {
  return { ...toTask(row), deadlineAt: Date.now() + row.leftMs };
}
