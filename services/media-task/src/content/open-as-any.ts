import type { Knex } from 'knex';
import type { OpenStream } from '../call/open-stream.ts';
import type { ApiConfig } from '../config.ts';
import { findAccount, findSiblings } from '../sql/accounts.ts';
import { askOthers, mostSiblings } from '../step/ask-as-any.ts';
import type { Media, Task } from '../task/task.ts';
import type { Account, ContentSource, Variant } from '../upstreams/upstream.ts';
import { sourceOf } from './source-of.ts';

interface Opening {
  knex: Knex;
  config: Pick<ApiConfig, 'masterKey'>;
}

/**
 * How the vendor of a result is reached: with the credential that made it, or where that cannot be opened any more, with another
 * of its channel. Undefined where there is none.
 */
export async function findAccountOf(
  { knex, config }: Opening,
  { accountId }: Pick<Task, 'accountId'>,
): Promise<Account | undefined> {
  if (accountId === null) return undefined;
  const own = await findAccount(knex, config.masterKey, accountId);
  if (own) return own;
  const [sibling] = await findSiblings(knex, config.masterKey, accountId, mostSiblings);
  return sibling?.account;
}

/** The same result by the other credentials of its channel: keys are renewed while results lie at the vendor's. */
export async function otherSources(
  { knex, config }: Opening,
  task: Task,
  media: Media,
  variant: Variant,
): Promise<ContentSource[]> {
  if (task.accountId === null) return [];
  const siblings = await findSiblings(knex, config.masterKey, task.accountId, mostSiblings);
  return siblings.flatMap(({ account }) => sourceOf(task, media, account, variant) ?? []);
}

/**
 * Opens a result; where its credential is refused, with others, as `askAsAny`: a refusal is an answer here. So is that it is not
 * known, as where its own key is lost the first one may be of another account. Where none has it, what the first one brought stands.
 */
export async function openAsAny(
  source: ContentSource,
  findOthers: () => Promise<ContentSource[]>,
  open: (source: ContentSource) => Promise<OpenStream>,
): Promise<OpenStream> {
  const first = await open(source);
  const hasCredential = Object.keys(source.headers).length > 0;
  if (!hasCredential || ![401, 403, 404].includes(first.status)) return first;
  const found = await askOthers(await findOthers(), async (other) => {
    const stream = await open(other);
    if ([200, 206, 416].includes(stream.status)) return stream;
    stream.close();
    return undefined;
  });
  if (!found) return first;
  first.close();
  return found;
}
