import { createHash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import type { Knex } from 'knex';

/** `verify`: shows that somebody has an address. `reset`: gives its user a new password. */
export type CodePurpose = 'verify' | 'reset';

/** One answer for every wrong one. */
export const wrongCode = 'email_code_wrong';

const lifetimeMinutes = 15;
const mostTries = 5;
const resetBytes = 32;
const digits = 6;

/** Typed from one screen into another, or followed as a link. */
const makers: Record<CodePurpose, () => string> = {
  verify: () => String(randomInt(10 ** digits)).padStart(digits, '0'),
  reset: () => randomBytes(resetBytes).toString('base64url'),
};

/** What nobody guesses has no tries that strangers, who know the address, could use up. */
const triesCost: Record<CodePurpose, number> = { verify: 1, reset: 0 };

interface CodeRow {
  purpose: CodePurpose;
  email: string;
  code_hash: Buffer;
  tries_left: number;
  expires_at: Date;
}

/** Makes a code for an address, in place of the one before it. */
export async function makeCode(knex: Knex, purpose: CodePurpose, email: string): Promise<string> {
  const code = makers[purpose]();
  await knex<CodeRow>('email_codes').where('expires_at', '<=', knex.fn.now()).delete();
  await knex('email_codes')
    .insert({
      purpose,
      email,
      code_hash: hashCode(code),
      tries_left: mostTries,
      expires_at: knex.raw(`now() + ? * interval '1 minute'`, [lifetimeMinutes]),
    })
    .onConflict(['purpose', 'email'])
    .merge();
  return code;
}

/**
 * Whether it is the code. A wrong one costs one of the tries of one that is typed; the right one none, since what it is sent with
 * may be refused. It holds until it is taken.
 */
export async function checkCode(
  knex: Knex,
  purpose: CodePurpose,
  email: string,
  code: string,
): Promise<boolean> {
  const hash = hashCode(code);
  const [row] = await knex<CodeRow>('email_codes')
    .where({ purpose, email })
    .where('expires_at', '>', knex.fn.now())
    .where('tries_left', '>', 0)
    .update({
      tries_left: knex.raw('tries_left - case when code_hash = ? then 0 else ?::int end', [
        hash,
        triesCost[purpose],
      ]),
    })
    .returning('code_hash');
  return row !== undefined && timingSafeEqual(row.code_hash, hash);
}

/** Uses a code that was right up, in the transaction that it is good for. False: somebody else was first. */
export async function takeCode(
  transaction: Knex.Transaction,
  purpose: CodePurpose,
  email: string,
  code: string,
): Promise<boolean> {
  const gone = await transaction<CodeRow>('email_codes')
    .where({ purpose, email, code_hash: hashCode(code) })
    .delete();
  return gone > 0;
}

/** A code that was sent for another password than the one that a user was given now is none any more. */
export async function dropResetCodes(transaction: Knex.Transaction, userId: bigint): Promise<void> {
  await transaction<CodeRow>('email_codes')
    .where({ purpose: 'reset' })
    .whereIn('email', transaction('users').where({ id: userId }).select('email'))
    .delete();
}

function hashCode(code: string): Buffer {
  return createHash('sha256').update(code.trim(), 'utf8').digest();
}
