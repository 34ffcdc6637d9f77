import { describeFailure } from '../call/describe.ts';
import { Refusal } from '../call/refusal.ts';
import type { WorkerContext } from '../context.ts';
import { findSiblings } from '../sql/accounts.ts';
import { useAccount } from '../sql/use-account.ts';
import type { Task } from '../task/task.ts';
import { upstreamOf } from '../upstreams/index.ts';
import type { Account } from '../upstreams/upstream.ts';
import type { Finding } from './judge.ts';

type Asked = Task & { upstreamId: string; accountId: bigint };

/** Other credentials of the channel that are asked where the one that submitted a task is refused. */
export const mostSiblings = 2;

/**
 * Asks the vendor how a task stands. Where its credential is refused, the channel's other ones are asked too: keys are
 * renewed while tasks are on their way. One that knows the task is used from then on.
 */
export async function askUpstream(context: WorkerContext, task: Asked, account: Account): Promise<Finding> {
  const finding = await pollOnce(context, task, account);
  if (!isCredentialRefused(finding)) return finding;
  const { knex, owner, config, log } = context;
  log.error(
    { task: task.id, channel: String(task.channelId) },
    'the credential of a task is refused: others of its channel are asked',
  );
  for (const sibling of await findSiblings(knex, config.masterKey, task.accountId, mostSiblings)) {
    const second = await pollOnce(context, task, sibling.account);
    // That it does not know the task says nothing: another account of the vendor's may have made it.
    if (second.kind === 'error' || second.kind === 'missing') continue;
    await useAccount(knex, task.id, owner, sibling.id);
    return second;
  }
  return finding;
}

async function pollOnce(context: WorkerContext, task: Asked, account: Account): Promise<Finding> {
  try {
    return await upstreamOf(account, task.surface).poll(task, account, context.send);
  } catch (error) {
    context.log.info({ task: task.id, ...describeFailure(error) }, 'a poll went wrong');
    return { kind: 'error', error };
  }
}

function isCredentialRefused(finding: Finding): boolean {
  return finding.kind === 'error' && finding.error instanceof Refusal && finding.error.blame === 'credential';
}
