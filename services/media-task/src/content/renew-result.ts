import { StreamError } from '../call/open-stream.ts';
import { isCredentialRefused, saysUnknown } from '../call/refusal.ts';
import type { ApiConfig } from '../config.ts';
import type { ApiContext } from '../context.ts';
import { findSiblings } from '../sql/accounts.ts';
import { replaceResult } from '../sql/replace-result.ts';
import { mostSiblings } from '../step/ask-upstream.ts';
import type { Result, Task } from '../task/task.ts';
import { upstreamOf } from '../upstreams/index.ts';
import type { Account, Report, SentTask } from '../upstreams/upstream.ts';

type Renewing = Pick<ApiContext, 'knex' | 'send'> & { config: Pick<ApiConfig, 'masterKey'> };

/**
 * Asks the vendor for new addresses of a result whose old ones have expired. Undefined where it gives none. Throws a
 * StreamError where it cannot be asked now.
 */
export async function renewResult(
  context: Renewing,
  task: Task,
  account: Account,
): Promise<Result | undefined> {
  const { upstreamId } = task;
  const upstream = upstreamOf(account, task.surface);
  if (!upstream.renewsLinks || upstreamId === null) return undefined;
  let report: Report;
  try {
    report = await pollAsAny(context, { ...task, upstreamId }, account);
  } catch (cause) {
    if (saysUnknown(cause)) return undefined;
    throw new StreamError('the vendor gives no new address now', { cause });
  }
  if (report.kind !== 'succeeded') return undefined;
  const addresses = report.result.media.flatMap((found) => ('bytes' in found ? [] : [found]));
  // Of fewer nobody knows which ones they are.
  if (addresses.length === 0 || addresses.length < (task.result?.media.length ?? 0)) return undefined;
  const media = addresses.map((found, index) => {
    const known = task.result?.media[index];
    // What the store has stays there.
    return known?.key === undefined ? found : known;
  });
  const result = { ...report.result, media };
  await replaceResult(context.knex, task.id, result);
  return result;
}

/** Where its credential is refused, with the other ones of its channel: keys are renewed while results lie at the vendor's. */
async function pollAsAny(
  { knex, config, send }: Renewing,
  task: SentTask,
  account: Account,
): Promise<Report> {
  const poll = (one: Account): Promise<Report> => upstreamOf(one, task.surface).poll(task, one, send);
  try {
    return await poll(account);
  } catch (error) {
    if (!isCredentialRefused(error) || task.accountId === null) throw error;
    for (const sibling of await findSiblings(knex, config.masterKey, task.accountId, mostSiblings)) {
      const report = await poll(sibling.account).catch(() => undefined);
      // Whatever else one says means nothing: another account of the vendor's may have made it.
      if (report?.kind === 'succeeded') return report;
    }
    throw error;
  }
}
