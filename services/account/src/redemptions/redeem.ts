import { randomUUIDv7 } from 'node:crypto';
import { fault } from '@headgate/proto/faults';
import type { RefusalReason } from '@headgate/proto/refusals';
import { FaultError } from '@headgate/runtime/errors';
import { isServiceError } from '@headgate/runtime/rpc/fault-details';
import type { Knex } from 'knex';
import { type AttemptRule, countAttempt, forgetAttempts } from '../attempts/count-attempt.ts';
import type { Context } from '../context.ts';
import type { Act } from '../operations/act.ts';
import { refuse } from '../operations/refuse.ts';
import type { User, UserRow } from '../users/store.ts';
import { hashCode } from './code.ts';
import { credit } from './credit.ts';
import { type Claim, claimCode, type RedemptionRow, type Status, statusSql, toClaim } from './store.ts';

/**
 * Credits whoever asks with what a code stands for, once, and returns the units. The code is theirs before ledger is asked:
 * where anything dies in between, sending it again goes on, and so does account by itself.
 */
export async function redeem(context: Context, act: Act<User>, code: string): Promise<number> {
  const { knex } = context;
  const codeHash = hashCode(code.toLowerCase());
  await refuseUnlimited(knex, act.actor);
  await countAttempt(knex, guesses, String(act.actor.id));
  const claim = await knex.transaction((transaction) => claimOrGoOn(transaction, act, codeHash));
  await forgetAttempts(knex, guesses, String(act.actor.id));
  context.reach('after-claim');
  const outcome = await credit(context, claim).catch(sayLater);
  if (outcome === 'unlimited') refuse(nothingToTopUp);
  return Number(claim.units);
}

/** Of codes that cannot be had, by one user. */
const guesses: AttemptRule = {
  kind: 'redemption',
  free: 10,
  windowSeconds: 3_600,
  firstPauseSeconds: 60,
  longestPauseSeconds: 3_600,
  message: 'Too many codes that do not exist. Wait before you send another.',
};

const nothingToTopUp = 'nothing_to_top_up';

/** Whatever they send is no guess. */
async function refuseUnlimited(knex: Knex, { id }: User): Promise<void> {
  const user = await knex<UserRow>('users').where({ id }).first('unlimited');
  if (user?.unlimited) refuse(nothingToTopUp);
}

/** Makes a code theirs, or finds that it is since an attempt that did not come to its end. */
async function claimOrGoOn(transaction: Knex.Transaction, act: Act<User>, codeHash: Buffer): Promise<Claim> {
  const { id: userId } = act.actor;
  const row = await claimCode(transaction, { codeHash, userId, entryId: randomUUIDv7() });
  if (row) {
    const { id, name, units } = row;
    const changes: Record<string, [unknown, unknown]> = { redeemed: [undefined, Number(units)] };
    await act.audit(transaction, { kind: 'redemption', id: String(id), name, changes });
    return toClaim(row);
  }
  const known = await transaction<RedemptionRow>('redemptions')
    .where({ code_hash: codeHash })
    .first<(RedemptionRow & { status: Status }) | undefined>('*', transaction.raw(`${statusSql} as status`));
  if (!known) return refuse('code_missing', 'key');
  if (known.redeemed_by !== userId || known.credited_at !== null) return refuse(reasons[known.status], 'key');
  act.changedNothing();
  return toClaim(known);
}

const reasons = {
  used: 'code_used',
  disabled: 'code_disabled',
  expired: 'code_expired',
  enabled: 'code_changed',
} as const satisfies Record<Status, RefusalReason>;

function sayLater(cause: unknown): never {
  if (!isServiceError(cause)) throw cause;
  const message = 'The code is yours, but cannot be credited just now. It will be within minutes.';
  throw new FaultError(fault('service_unavailable', { message }), { cause });
}
