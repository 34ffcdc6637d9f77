import type { RotatingSecret } from '@headgate/runtime/rotating-secret';
import type { Knex } from 'knex';
import { isCredentialRefused, Refusal } from '../call/refusal.ts';
import { findSiblings } from '../sql/accounts.ts';
import type { Account } from '../upstreams/upstream.ts';

/** Other credentials of a channel that are asked where the one that made something is refused. */
export const mostSiblings = 2;

interface Asking {
  knex: Knex;
  config: { masterKey: RotatingSecret };
}

interface Question<Answer> {
  accountId: bigint;
  /** The credential that it was made with. Undefined where it cannot be opened any more, which counts as refused. */
  account: Account | undefined;
  /** Throws a Refusal that blames the credential where the vendor does not take it. */
  ask(account: Account): Promise<Answer>;
  /** Whether this is the word of one that has what is asked about. */
  knows(answer: Answer): boolean;
}

/**
 * Asks a vendor about what it has made already, with the credential that made it and, where that is refused, with others of its
 * channel, one after the other: keys are renewed while tasks are on their way and results lie at the vendor's. It may be asked
 * several times, so that this is not for creates: `planOnward` is.
 *
 * The first one's answer stands, and so does whatever else it throws: a vendor that is busy, or is not reached, says nothing
 * of the credential. Of the others only the answer of one that `knows` counts, and the next is asked whatever else becomes of
 * them: they may be of another account of the vendor's. Where none knows, throws the first one's refusal.
 *
 * That is `1 + mostSiblings` questions at the most. Each ends by the limits of what sends it; there is no other for them all.
 *
 * @returns also whose credential was answered
 */
export async function askAsAny<Answer>(
  { knex, config }: Asking,
  { accountId, account, ask, knows }: Question<Answer>,
): Promise<{ answer: Answer; accountId: bigint }> {
  const own = account ? await ask(account).catch(unlessRefused) : new Refusal('credential', '');
  if (!(own instanceof Refusal)) return { answer: own, accountId };
  const siblings = await findSiblings(knex, config.masterKey, accountId, mostSiblings);
  const found = await askOthers(siblings, async (sibling) => {
    const answer = await ask(sibling.account);
    return knows(answer) ? { answer, accountId: sibling.id } : undefined;
  });
  if (!found) throw own;
  return found;
}

function unlessRefused(error: unknown): Refusal {
  if (isCredentialRefused(error)) return error;
  throw error;
}

/** The first answer of those that have one; undefined where none has, also since it cannot be asked. */
export async function askOthers<Other, Answer>(
  others: readonly Other[],
  ask: (other: Other) => Promise<Answer | undefined>,
): Promise<Answer | undefined> {
  for (const other of others) {
    const answer = await ask(other).catch(() => undefined);
    if (answer !== undefined) return answer;
  }
  return undefined;
}
