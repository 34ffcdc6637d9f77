import { StreamError } from '../call/open-stream.ts';
import { saysUnknown } from '../call/refusal.ts';
import type { ApiConfig } from '../config.ts';
import type { ApiContext } from '../context.ts';
import { findAccount } from '../sql/accounts.ts';
import { replaceResult } from '../sql/tasks/replace-result.ts';
import { askAsAny } from '../step/ask-as-any.ts';
import type { Result, Task } from '../task/task.ts';
import { upstreamOf } from '../upstreams/index.ts';
import type { Account, Report } from '../upstreams/upstream.ts';

type Renewing = Pick<ApiContext, 'knex' | 'send'> & { config: Pick<ApiConfig, 'masterKey'> };

/**
 * Asks the vendor for new addresses of a result whose old ones have expired. Undefined where it gives none. Throws a
 * StreamError where it cannot be asked now.
 *
 * @param account how the vendor is reached, as `findAccountOf`: another's than that of the task proves nothing by what it does not know
 */
export async function renewResult(
  context: Renewing,
  task: Task,
  account: Account,
): Promise<Result | undefined> {
  const { upstreamId, accountId } = task;
  const upstream = upstreamOf(account, task.surface);
  if (!upstream.renewsLinks || upstreamId === null || accountId === null) return undefined;
  const own = await findAccount(context.knex, context.config.masterKey, accountId);
  let report: Report;
  try {
    const ask = (one: Account) =>
      upstreamOf(one, task.surface).poll({ ...task, upstreamId }, one, context.send);
    const knows = ({ kind }: Report) => kind === 'succeeded';
    report = (await askAsAny(context, { accountId, account: own, ask, knows })).answer;
  } catch (cause) {
    if (saysUnknown(cause)) return undefined;
    throw new StreamError('the vendor gives no new address now', { cause });
  }
  if (report.kind !== 'succeeded') return undefined;
  const addresses = report.result.media.flatMap((found) => ('bytes' in found ? [] : [found]));
  const known = task.result?.media ?? [];
  // Of fewer nobody knows which ones they are, but that one with a mark stands behind the others.
  const needed = known.filter(({ isMarked }) => isMarked !== true).length;
  if (addresses.length === 0 || addresses.length < needed) return undefined;
  const renewed = addresses.map((found, index) => {
    const before = known[index];
    // What the store has stays there.
    return before?.key === undefined ? found : before;
  });
  const result = { ...report.result, media: [...renewed, ...known.slice(addresses.length)] };
  await replaceResult(context.knex, task.id, result);
  return result;
}
