import { z } from 'zod';
import { idOut, secondOut } from '../operations/words.ts';
import type { ShownRedemption } from './pages.ts';
import type { Status } from './store.ts';

const statusNumbers = { enabled: 1, disabled: 2, used: 3, expired: 4 } as const satisfies Record<
  Status,
  number
>;

/** A code as administrators see it: never whole. */
export const redemptionView = z.object({
  id: idOut,
  user_id: idOut.describe('Who made it'),
  name: z.string(),
  key: z.string().describe('The code with all but its beginning left out'),
  status: z.int().describe('1: enabled, 2: disabled, 3: used, 4: expired'),
  quota: idOut.describe('Quota units'),
  created_time: secondOut,
  expired_time: z.int().describe('Unix seconds; -1: never'),
  redeemed_time: secondOut.nullable(),
  used_user_id: idOut.nullable(),
  used_username: z.string().nullable(),
  credited: z.boolean().describe('Used, and the quota is there'),
});

export function toRedemptionView(row: ShownRedemption): z.input<typeof redemptionView> {
  return {
    id: row.id,
    user_id: row.made_by,
    name: row.name,
    key: `${row.prefix}**********`,
    status: statusNumbers[row.status],
    quota: row.units,
    created_time: row.created_at,
    expired_time: row.expires_at ? Math.floor(row.expires_at.getTime() / 1_000) : -1,
    redeemed_time: row.redeemed_at,
    used_user_id: row.redeemed_by,
    used_username: row.used_username,
    credited: row.credited_at !== null,
  };
}
