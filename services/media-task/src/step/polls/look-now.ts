import { describeFailure } from '../../call/describe.ts';
import { namesOf } from '../../call/names-of.ts';
import type { ApiConfig } from '../../config.ts';
import type { ApiContext } from '../../context.ts';
import { findAccount } from '../../sql/accounts.ts';
import { finishTask } from '../../sql/endings/finish-task.ts';
import { findTask } from '../../sql/tasks/find-task.ts';
import type { Task } from '../../task/task.ts';
import { upstreamOf } from '../../upstreams/index.ts';
import { type Finding, judge } from './judge.ts';
import { isKept } from './keep-bytes.ts';
import { requireSent } from './poll.ts';

type Looking = Pick<ApiContext, 'knex' | 'owner' | 'log' | 'send' | 'wake'> & {
  config: Pick<ApiConfig, 'masterKey' | 'pollMs' | 'archiveResults'>;
};

/**
 * Asks the vendor at once, for a client who may know of an end that no poll has seen yet. It needs no lease: nothing but an
 * end is written down, and of several ends the first stands.
 */
export async function lookNow({ knex, owner, config, log, send, wake }: Looking, task: Task): Promise<Task> {
  if (task.upstreamId === null || task.accountId === null) return task;
  const account = await findAccount(knex, config.masterKey, task.accountId);
  if (!account) return task;
  const finding: Finding = await upstreamOf(account, task.surface)
    .poll(requireSent(task), account, send)
    .catch((error: unknown) => ({ kind: 'error', error }));
  if (finding.kind === 'error')
    log.info({ task: task.id, ...describeFailure(finding.error) }, 'a poll went wrong');
  // What comes with its bytes is a worker's to keep.
  if (!isKept(finding)) return task;
  const verdict = judge(task, finding, {
    pollMs: config.pollMs,
    nowMs: Date.now(),
    names: namesOf(account, task),
  });
  if (verdict.kind !== 'ends') return task;
  const ended = await finishTask(knex, task.id, owner, verdict.ending, { archives: config.archiveResults });
  if (ended) wake();
  return ended ?? (await findTask(knex, task.id, { userId: task.userId, surfaces: [task.surface] })) ?? task;
}
