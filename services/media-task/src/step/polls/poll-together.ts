import { describeFailure } from '../../call/describe.ts';
import { isCredentialRefused } from '../../call/refusal.ts';
import type { WorkerContext } from '../../context.ts';
import { findAccount } from '../../sql/accounts.ts';
import { claimCompanions } from '../../sql/moves/claim-tasks.ts';
import type { Lease } from '../../sql/tasks/insert-task.ts';
import { upstreamOf } from '../../upstreams/index.ts';
import type { Account } from '../../upstreams/upstream.ts';
import { orGiveBack } from '../or-give-back.ts';
import type { Finding } from './judge.ts';
import { conclude, type PolledTask, pollTask, requireSent } from './poll.ts';

/** Tasks of one question. */
export const mostTogether = 100;

/** Asks the vendor once for tasks of one account, and for others of it that are due soon. */
export async function pollTogether(
  context: WorkerContext,
  claimed: readonly [PolledTask, ...PolledTask[]],
  lease: Lease,
): Promise<void> {
  const { knex, config, metrics } = context;
  const account = await findAccount(knex, config.masterKey, claimed[0].accountId);
  const room = { limit: mostTogether - claimed.length, aheadMs: config.pollMs / 2 };
  const companions = account ? await claimCompanions(context, lease, claimed[0], room) : [];
  for (const { dueAt } of companions) metrics.pollLag.observe(Math.max(0, Date.now() - dueAt) / 1_000);
  const tasks = [...claimed, ...companions.map(requireSent)];
  const askedAtMs = Date.now();
  const findings = account && (await ask(context, tasks, account));
  const looked = tasks.map((task, index) =>
    orGiveBack(context, [task], async () => {
      // One by one where the credential is refused or lost: another one may be good.
      if (!account || !findings) await pollTask(context, task);
      else await conclude(context, task, findings[index] ?? { kind: 'missing' }, { account, askedAtMs });
    }),
  );
  await Promise.all(looked);
}

/** Undefined where the credential is refused. */
async function ask(
  { send, log }: WorkerContext,
  tasks: readonly PolledTask[],
  account: Account,
): Promise<Finding[] | undefined> {
  try {
    return (await upstreamOf(account, tasks[0]?.surface ?? 'mj').pollMany?.(tasks, account, send)) ?? [];
  } catch (error) {
    if (isCredentialRefused(error)) return undefined;
    log.info({ tasks: tasks.length, ...describeFailure(error) }, 'a poll went wrong');
    return tasks.map(() => ({ kind: 'error', error }));
  }
}
