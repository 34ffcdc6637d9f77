import type { RefusalReason } from '@headgate/proto/refusals';
import type { RotatingSecret } from '@headgate/runtime/rotating-secret';
import { open } from '@headgate/runtime/seal';
import type { Knex } from 'knex';
import type { Context } from '../context.ts';
import { refuse } from '../operations/refuse.ts';
import { hashBackupCode } from './backup-codes.ts';
import { lockSecondFactor, noteFailures, noteStep, type SecondFactor, takeBackupCode } from './store.ts';
import { findStep } from './totp.ts';

const mostFailures = 5;
const lockSeconds = 5 * 60;

type CheckContext = Pick<Context, 'knex' | 'masterKey'>;

/** `enabled`: one that guards a user; backup codes stand in for it. `pending`: one that waits for its first code. */
type FactorState = 'enabled' | 'pending';

type Checked = 'right' | 'wrong' | 'locked' | 'none' | 'unreadable';

const reasons = {
  wrong: 'factor_code_wrong',
  locked: 'factor_is_locked',
  none: 'factor_is_off',
  unreadable: 'factor_secret_unreadable',
} as const satisfies Record<Exclude<Checked, 'right'>, RefusalReason>;

/** Takes a code of a user's second factor, once; refuses any other, and all of them for a while after several wrong ones. */
export async function requireCode(
  context: CheckContext,
  userId: bigint,
  code: string,
  state: FactorState = 'enabled',
): Promise<void> {
  const checked = await context.knex.transaction((transaction) =>
    checkCode(transaction, context.masterKey, { userId, code, state }),
  );
  if (checked !== 'right') refuse(reasons[checked], 'code');
}

/** What was tried is written down before anything is refused, one try after the other. */
async function checkCode(
  transaction: Knex.Transaction,
  masterKey: RotatingSecret,
  { userId, code, state }: { userId: bigint; code: string; state: FactorState },
): Promise<Checked> {
  const factor = await lockSecondFactor(transaction, userId);
  if (!factor || factor.enabled !== (state === 'enabled')) return 'none';
  const secret = openSecret(masterKey, factor);
  if (secret === undefined) return 'unreadable';
  if (factor.is_locked) return 'locked';
  if (await take(transaction, factor, secret, code.replace(/\s/g, ''))) return 'right';
  const failures = factor.failures + 1;
  if (failures < mostFailures) await noteFailures(transaction, userId, { failures });
  else await noteFailures(transaction, userId, { failures: 0, lockSeconds });
  return 'wrong';
}

async function take(
  transaction: Knex.Transaction,
  { user_id: userId, last_step: lastStep, enabled }: SecondFactor,
  secret: string,
  code: string,
): Promise<boolean> {
  const step = findStep(secret, code, Date.now());
  if (step !== undefined && BigInt(step) > lastStep) {
    await noteStep(transaction, userId, BigInt(step));
    return true;
  }
  const isTaken =
    enabled && (await takeBackupCode(transaction, userId, hashBackupCode(secret, userId, code)));
  if (isTaken) await noteFailures(transaction, userId, { failures: 0 });
  return isTaken;
}

/** The secret of a user's authenticator; undefined when the master key does not open it. */
export function openSecret(
  masterKey: RotatingSecret,
  { user_id: userId, sealed_secret: sealed }: SecondFactor,
): string | undefined {
  return open(masterKey, placeOf(userId), sealed);
}

/** Where a user's secret is sealed for. */
export function placeOf(userId: bigint): string {
  return `second factor:${userId}`;
}
