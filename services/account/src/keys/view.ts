import type { PurseState } from '@headgate/proto/gen/headgate/ledger/v1/ledger';
import { z } from 'zod';
import { toBudgetView } from '../budgets/budget.ts';
import { idOut, unitsOut } from '../operations/words.ts';
import type { Key } from './store.ts';

const statuses = { enabled: 1, disabled: 2, expired: 3, exhausted: 4 } as const;

/** A key as its owner sees it. */
export const keyView = z.object({
  id: idOut,
  user_id: idOut,
  name: z.string(),
  key: z.string().describe('Its text with all but its ends left out'),
  revealable: z.boolean().describe('Whether its whole text can be shown again'),
  status: z.int().describe('1: enabled, 2: disabled, 3: expired, 4: exhausted'),
  group: z.string().describe("Empty: the user's own"),
  created_time: z.int(),
  expired_time: z.int().describe('Unix seconds; -1: never'),
  remain_quota: unitsOut,
  used_quota: unitsOut,
  unlimited_quota: z.boolean(),
  soft_limit_percent: z.int().nullable(),
  models: z.array(z.string()),
  model_limits: z.record(z.string(), z.int()),
  budgets: z.array(z.object({ every: z.string(), usd: z.number(), time_zone: z.string() })),
  rpm: z.int(),
  tpm: z.int(),
  concurrency: z.int(),
  allow_ips: z.array(z.string()),
  from_config: z.boolean().describe('A configuration file names it, and says it anew whenever it is applied'),
});

export interface ShownKey extends Key {
  createdAt: Date;
  isRevealable: boolean;
}

export function toKeyView(key: ShownKey, purse: PurseState | undefined): z.input<typeof keyView> {
  const remain = (purse?.granted ?? 0n) - (purse?.used ?? 0n);
  return {
    id: key.id,
    user_id: key.userId,
    name: key.name,
    key: `${key.prefix}**********${key.suffix}`,
    revealable: key.isRevealable,
    status: statuses[stateOf(key, remain)],
    group: key.group ?? '',
    created_time: Math.floor(key.createdAt.getTime() / 1_000),
    expired_time: key.expiresAt === 0n ? -1 : Number(key.expiresAt),
    remain_quota: key.unlimited ? 0n : remain,
    used_quota: purse?.used ?? 0n,
    unlimited_quota: key.unlimited,
    soft_limit_percent: key.softLimitPercent,
    models: key.models,
    model_limits: key.modelLimits,
    budgets: key.budgets.map(toBudgetView),
    rpm: key.rpm,
    tpm: key.tpm,
    concurrency: key.concurrency,
    allow_ips: key.ips,
    from_config: key.fromConfig,
  };
}

function stateOf(key: Key, remain: bigint): keyof typeof statuses {
  if (!key.enabled) return 'disabled';
  if (key.expiresAt !== 0n && key.expiresAt * 1_000n <= BigInt(Date.now())) return 'expired';
  return !key.unlimited && remain <= 0n ? 'exhausted' : 'enabled';
}
