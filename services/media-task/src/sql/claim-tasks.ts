import type { Knex } from 'knex';
import type { Task } from '../task/task.ts';
import type { Lease } from './insert-task.ts';
import { rowsOf } from './rows.ts';
import { type TaskRow, toTask } from './task-row.ts';

/**
 * Takes tasks that are due, oldest first, at most so many at a time of one channel over all workers. Two that claim in the
 * same moment may go over that by what both take; no task goes to two.
 */
export async function claimTasks(
  knex: Knex,
  lease: Lease,
  { limit, perChannel }: { limit: number; perChannel: number },
): Promise<Task[]> {
  const rows = await rowsOf<TaskRow>(
    knex,
    `with busy as (
       select channel_id, count(*) as tasks from task
       where state not in ('succeeded', 'failed') and lease_until > now() group by channel_id
     ), waiting as (
       select id, channel_id, due_at from task
       where state not in ('succeeded', 'failed') and due_at <= now() and (lease_until is null or lease_until <= now())
       order by due_at limit ?
     ), placed as (
       select id, due_at, row_number() over (partition by channel_id order by due_at) + coalesce(busy.tasks, 0) as place
       from waiting left join busy using (channel_id)
     ), chosen as (
       select task.id from task join placed using (id)
       where placed.place <= ? and (task.lease_until is null or task.lease_until <= now())
         and task.state not in ('succeeded', 'failed')
       order by placed.due_at limit ? for update of task skip locked
     )
     update task set looked_at = now(), lease_owner = ?, lease_until = now() + ? * interval '1 ms'
     from chosen where task.id = chosen.id returning task.*`,
    [limit * 8, perChannel, limit, lease.owner, lease.ms],
  );
  return rows.map(toTask);
}
