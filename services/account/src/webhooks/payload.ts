import type { Notice } from '@headgate/proto/gen/headgate/events/v1/events';
import type { PurseOwner } from '@headgate/proto/purses';
import { toUsd } from '../usd.ts';

/** What people call the owner of a purse. */
export interface OwnerNames {
  user: { id: bigint; name: string } | undefined;
  key: { id: bigint; name: string } | undefined;
}

/** What is sent for a notice. Amounts are text: none is read as a float by chance. */
export function toPayload(notice: Notice, owner: PurseOwner, { user, key }: OwnerNames): string {
  return JSON.stringify({
    type: 'quota.soft_limit',
    timestamp: new Date(Number(notice.atMs)).toISOString(),
    data: {
      of: owner.kind,
      user: user && { id: Number(user.id), name: user.name },
      key: key && { id: Number(key.id), name: key.name },
      percent: notice.percent,
      used: amountOf(notice.used),
      granted: amountOf(notice.granted),
    },
  });
}

function amountOf(units: bigint): { units: string; usd: string } {
  return { units: String(units), usd: toUsd(units) };
}
