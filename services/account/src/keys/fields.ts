import { z } from 'zod';
import { address } from '../apply/document/addresses.ts';
import { budgetList } from '../apply/document/budgets.ts';
import { softLimitPercent } from '../apply/document/soft-limit.ts';
import { remainAsShown } from '../spenders/remain.ts';
import { mostUnits } from '../usd.ts';
import { count, name } from '../words.ts';
import type { Key } from './store.ts';

const mostModels = 1_000;
const mostAddresses = 100;
const lastSecond = 253_402_300_799;
const units = z.int().min(0).max(mostUnits);

/** What a person says of a key of theirs; what they leave out stays as it is. */
export const keyFields = {
  name: name.max(50, 'must have at most 50 characters'),
  group: z.string().describe("Empty: the user's own"),
  models: z.array(name).max(mostModels).describe('Only these; none: all'),
  model_limits: z.record(name, units).describe('Quota units that the key may spend on a model'),
  budgets: budgetList,
  expired_time: z.int().min(-1).max(lastSecond).describe('Unix seconds; -1: never'),
  rpm: count,
  tpm: count,
  concurrency: count,
  allow_ips: z.array(address).max(mostAddresses),
  remain_quota: units.describe('Quota units that it may still spend'),
  unlimited_quota: z.boolean().describe('Bounded by its user alone'),
  soft_limit_percent: softLimitPercent.unwrap().nullable(),
  status: z.union([z.literal(1), z.literal(2)]).describe('1: enabled, 2: disabled'),
};

/** What of a key that is there may also be said as it is shown: whoever writes it back changes nothing. */
export const shownFields = {
  remain_quota: remainAsShown,
  status: z
    .literal([1, 2, 3, 4])
    .describe('1: enabled, 2: disabled; 3 and 4, as keys that expired or are exhausted are shown: it stays')
    .transform((number) => (number === 1 || number === 2 ? number : undefined)),
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
