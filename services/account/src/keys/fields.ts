import { z } from 'zod';
import { address } from '../apply/document/addresses.ts';
import { budgetList } from '../apply/document/budgets.ts';
import { softLimitPercent } from '../apply/document/soft-limit.ts';
import { count, name } from '../apply/document/words.ts';
import { mostUnits } from '../usd.ts';
import type { Key } from './store.ts';

const mostModels = 1_000;
const mostAddresses = 100;
const lastSecond = 253_402_300_799;
const units = z.int().min(0).max(mostUnits);

/** What a person says of a key of theirs; what they leave out stays as it is. */
export const keyFields = {
  name: name.max(50, 'must have at most 50 characters'),
  /** Empty: the user's own. */
  group: z.string(),
  /** Only these; none: all. */
  models: z.array(name).max(mostModels),
  /** Quota units that the key may spend on a model. */
  model_limits: z.record(name, units),
  budgets: budgetList,
  /** Unix seconds; -1: never. */
  expired_time: z.int().min(-1).max(lastSecond),
  rpm: count,
  tpm: count,
  concurrency: count,
  allow_ips: z.array(address).max(mostAddresses),
  /** Quota units that it may still spend. */
  remain_quota: units,
  /** Bounded by its user alone. */
  unlimited_quota: z.boolean(),
  soft_limit_percent: softLimitPercent.unwrap().nullable(),
  /** 1: enabled, 2: disabled. */
  status: z.union([z.literal(1), z.literal(2)]),
};

export type KeyFields = z.output<z.ZodObject<typeof keyFields>>;

/** The key with what a person said of it; its quota is ledger's, and is not part of this. */
export function withFields(key: Key, fields: Partial<KeyFields>): Key {
  const { expired_time: expires } = fields;
  return {
    ...key,
    name: fields.name ?? key.name,
    group: fields.group === undefined ? key.group : fields.group || null,
    models: fields.models ?? key.models,
    modelLimits: fields.model_limits ?? key.modelLimits,
    budgets: fields.budgets ?? key.budgets,
    expiresAt: expires === undefined ? key.expiresAt : BigInt(Math.max(expires, 0)),
    rpm: fields.rpm ?? key.rpm,
    tpm: fields.tpm ?? key.tpm,
    concurrency: fields.concurrency ?? key.concurrency,
    ips: fields.allow_ips ?? key.ips,
    unlimited: fields.unlimited_quota ?? key.unlimited,
    softLimitPercent:
      fields.soft_limit_percent === undefined ? key.softLimitPercent : fields.soft_limit_percent,
    enabled: fields.status === undefined ? key.enabled : fields.status === 1,
  };
}
