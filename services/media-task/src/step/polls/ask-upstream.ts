import { describeFailure } from '../../call/describe.ts';
import { isCredentialRefused } from '../../call/refusal.ts';
import type { WorkerContext } from '../../context.ts';
import { useAccount } from '../../sql/use-account.ts';
import type { Task } from '../../task/task.ts';
import { upstreamOf } from '../../upstreams/index.ts';
import type { Account, Report } from '../../upstreams/upstream.ts';
import { askAsAny } from '../ask-as-any.ts';
import type { Finding } from './judge.ts';

type Asked = Task & { upstreamId: string; accountId: bigint };

/** What was found, and with which credential: undefined where that of the task cannot be opened, and no other knows it. */
interface Answered {
  finding: Finding;
  account: Account | undefined;
}

/** Asks the vendor how a task stands, as any of its channel. A credential that knows the task is used from then on. */
export async function askUpstream(
  context: WorkerContext,
  task: Asked,
  own: Account | undefined,
): Promise<Answered> {
  const { knex, owner, log } = context;
  const about = { task: task.id, channel: String(task.channelId) };
  let found: { answer: Answered; accountId: bigint };
  try {
    const ask = async (account: Account) => ({ finding: await poll(context, task, account), account });
    const knows = ({ finding }: Answered) => finding.kind !== 'missing';
    found = await askAsAny(context, { accountId: task.accountId, account: own, ask, knows });
  } catch (error) {
    if (isCredentialRefused(error))
      log.error(about, 'the credential of a task is refused, and no other knows it');
    return { finding: { kind: 'error', error }, account: own };
  }
  const { answer, accountId } = found;
  if (accountId === task.accountId) return answer;
  log.warn(about, 'the credential of a task is refused: another of its channel is used from now on');
  await useAccount(knex, task.id, owner, accountId);
  return answer;
}

async function poll({ log, send }: WorkerContext, task: Asked, account: Account): Promise<Report> {
  try {
    return await upstreamOf(account, task.surface).poll(task, account, send);
  } catch (error) {
    log.info({ task: task.id, ...describeFailure(error) }, 'a poll went wrong');
    throw error;
  }
}
