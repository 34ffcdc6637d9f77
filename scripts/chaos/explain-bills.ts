import { LedgerClient } from '@headgate/proto/gen/headgate/ledger/v1/ledger';
import { call, connectRpc } from '@headgate/runtime/rpc/client';
import type { Served } from '../e2e/testing/world.ts';
import type { Evidence } from './join-books.ts';
import type { Random } from './random.ts';
import { billsPicked } from './table.ts';

interface Explained {
  /** How many of those picked agree to the unit: booked, derived, and what was served. */
  agreeing: number;
  problems: string[];
}

/** Picks entries that cost something at random and has their bills explained. */
export async function explainBills(
  ledgerAddress: string,
  { served, closings }: Evidence,
  { random, unitsOf }: { random: Random; unitsOf: (served: Served) => bigint },
): Promise<Explained> {
  const rest = closings.filter(({ amount }) => amount > 0n).map(({ id }) => id);
  const count = Math.min(billsPicked, rest.length);
  const picked = Array.from({ length: count }, () => rest.splice(random.below(rest.length), 1)).flat();
  const client = connectRpc(LedgerClient, ledgerAddress);
  try {
    const problems: string[] = [];
    for (const requestId of picked) {
      const { bill } = await call(client, client.explainBill, { requestId });
      const attempt = served.find((one) => one.requestId === requestId && one.outcome === 'served');
      const isReported = attempt && bill?.request?.usageSource === 'upstream';
      const units = [bill?.amount, bill?.derivation?.units, ...(isReported ? [unitsOf(attempt)] : [])];
      if (bill === undefined || new Set(units).size > 1)
        problems.push(`${requestId}: booked, derived and served are ${units.join(', ')} units`);
    }
    return { agreeing: picked.length - problems.length, problems };
  } finally {
    client.close();
  }
}
