import type { Key, KeyFields } from '../api/keys.ts';
import type { Format } from '../words/format.ts';
import { type Amount, type BudgetValues, toBudgets, toBudgetValues } from './budget-values.ts';
import { changedMembers } from './changed-members.ts';

/** A key as it stands in its form. */
export interface KeyValues extends BudgetValues, Record<string, unknown> {
  name: string;
  isUnlimited: boolean;
  /** Amounts are in the unit that quota is shown in. */
  remain: Amount;
  softLimit: Amount;
  /** As the browser's field for a day and a time has it: local, without a zone. */
  expires: string;
  group: string;
  models: string[];
  modelLimits: { model: string; amount: Amount }[];
  rpm: Amount;
  tpm: Amount;
  concurrency: Amount;
  allowIps: string[];
}

type Units = Pick<Format, 'amountOf' | 'unitsOf'>;

/** Quota units. */
type Spending = Pick<Key, 'remain_quota' | 'used_quota'>;

/** The values of a key, or of one that is to be made. */
export function toKeyValues(key: Key | undefined, { amountOf }: Units): KeyValues {
  return {
    name: key?.name ?? '',
    isUnlimited: key?.unlimited_quota ?? true,
    remain: key && !key.unlimited_quota ? amountOf(key.remain_quota) : '',
    softLimit: key?.soft_limit_percent ?? '',
    expires: key && key.expired_time > 0 ? toLocal(key.expired_time) : '',
    group: key?.group ?? '',
    models: key?.models ?? [],
    modelLimits: Object.entries(key?.model_limits ?? {}).map(([model, units]) => ({
      model,
      amount: amountOf(units),
    })),
    rpm: key?.rpm || '',
    tpm: key?.tpm || '',
    concurrency: key?.concurrency || '',
    allowIps: key?.allow_ips ?? [],
    ...toBudgetValues(key?.budgets ?? [], { amountOf }),
  };
}

/** What a key was told that it may still spend, and how it was read just before. Whether it heard that is not known. */
export interface Told extends Pick<Key, 'remain_quota'> {
  before: Spending;
}

/** A key as it would be, had nothing been spent since it was another: what requests cost is no change of anybody's. */
export function beforeSpending(key: Key, since: Spending, told?: Told): Key {
  if (told && hasHeard(key, told)) return { ...key, remain_quota: told.remain_quota };
  return { ...key, remain_quota: key.remain_quota + key.used_quota - since.used_quota };
}

/** Where it did, what is left is less by what was spent since; where what is left is as before but for that, it did not. */
function hasHeard(
  { remain_quota: left, used_quota: used }: Spending,
  { remain_quota: most, before }: Told,
): boolean {
  const spent = used - before.used_quota;
  return left + spent !== before.remain_quota && left <= most && left + spent >= most;
}

/** What the values say to the API. */
export function toKeyFields(values: KeyValues, { unitsOf }: Units): KeyFields {
  return {
    name: values.name.trim(),
    group: values.group,
    models: values.models,
    model_limits: Object.fromEntries(
      values.modelLimits
        .filter(({ model, amount }) => model !== '' && amount !== '')
        .map(({ model, amount }) => [model, unitsOf(Number(amount))]),
    ),
    budgets: toBudgets(values, { unitsOf }),
    expired_time: values.expires === '' ? -1 : toSecond(values.expires),
    rpm: Number(values.rpm),
    tpm: Number(values.tpm),
    concurrency: Number(values.concurrency),
    allow_ips: values.allowIps,
    remain_quota: unitsOf(Number(values.remain)),
    unlimited_quota: values.isUnlimited,
    soft_limit_percent: values.isUnlimited || values.softLimit === '' ? null : values.softLimit,
  };
}

/**
 * What is to be sent: of a key that is there, what was changed alone since the form `began` with its values. Its quota goes down
 * while somebody looks at the form, what money is shown as may become another one, and times that have passed may stay.
 */
export function toKeyChanges(
  values: KeyValues,
  began: KeyValues | undefined,
  units: Units,
): Partial<KeyFields> {
  const { remain_quota: remain, ...fields } = toKeyFields(values, units);
  const said: Partial<KeyFields> = { ...fields, ...(!fields.unlimited_quota && { remain_quota: remain }) };
  if (!began) return said;
  const known: Partial<KeyFields> = toKeyFields(began, units);
  if (began.isUnlimited) known.remain_quota = undefined;
  return changedMembers(said, known);
}

/** Whether a limit lacks its model or its amount: it would be none. */
export function hasHalfLimit({ modelLimits }: Pick<KeyValues, 'modelLimits'>): boolean {
  return modelLimits.some(({ model, amount }) => (model === '') !== (amount === ''));
}

/** Unix seconds as a field for a day and a time has them, to the minute. */
export function toLocal(second: number): string {
  const date = new Date(second * 1_000);
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

export function toSecond(local: string): number {
  return Math.floor(new Date(local).getTime() / 1_000);
}
