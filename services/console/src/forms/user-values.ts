import type { ManagedUser, UserChanges } from '../api/users.ts';
import type { Format } from '../words/format.ts';
import { type Amount, type BudgetValues, toBudgets, toBudgetValues } from './budget-values.ts';

/** A user as they stand in their form. */
export interface UserValues extends BudgetValues, Record<string, unknown> {
  username: string;
  display_name: string;
  password: string;
  role: string;
  group: string;
  unlimited_quota: boolean;
  softLimit: Amount;
}

type Units = Pick<Format, 'amountOf' | 'unitsOf'>;

/** The values of a user, or of one that is to be made. */
export function toUserValues(user: ManagedUser | undefined, units: Units): UserValues {
  return {
    username: user?.username ?? '',
    display_name: user?.display_name ?? '',
    password: '',
    role: '1',
    group: user?.group ?? 'default',
    unlimited_quota: user?.unlimited_quota ?? false,
    softLimit: user?.soft_limit_percent ?? '',
    ...toBudgetValues(user?.budgets ?? [], units),
  };
}

/**
 * What is to be sent: of a user who is there, what was changed alone since the form `began` with their values. What others
 * change meanwhile stays, and so do budgets to the last unit, also where money is shown as another one by then.
 */
export function toUserChanges(values: UserValues, began: UserValues | undefined, units: Units): UserChanges {
  const { display_name: shown, password, group, unlimited_quota } = values;
  const [username, name] = [values.username.trim(), shown.trim()];
  const known = began ?? toUserValues(undefined, units);
  const budgets = toBudgets(values, units);
  const percent = percentOf(values);
  return {
    ...(group !== began?.group && { group }),
    ...(unlimited_quota !== began?.unlimited_quota && { unlimited_quota }),
    ...(JSON.stringify(budgets) !== JSON.stringify(toBudgets(known, units)) && { budgets }),
    ...(percent !== percentOf(known) && { soft_limit_percent: percent }),
    ...(username !== began?.username && { username }),
    ...(name !== '' && name !== began?.display_name && { display_name: name }),
    ...(password !== '' && { password }),
  };
}

/** Whether a name to be shown was emptied: it can be changed, but not taken away. */
export function isNameEmptied(
  { display_name: shown }: Pick<UserValues, 'display_name'>,
  user: Pick<ManagedUser, 'display_name'> | undefined,
): boolean {
  return shown.trim() === '' && user !== undefined && user.display_name !== '';
}

/** Without a limit there is nothing that it could be a part of. */
function percentOf({ unlimited_quota, softLimit }: UserValues): number | null {
  return unlimited_quota || softLimit === '' ? null : softLimit;
}
