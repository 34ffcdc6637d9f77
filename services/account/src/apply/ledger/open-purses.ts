import type { OpenPurseRequest } from '@headgate/proto/gen/headgate/ledger/v1/ledger';
import { keyModelPurse, keyPurse, userPurse } from '@headgate/proto/purses';
import type { GrantSource } from '../../keys/store.ts';
import type { Ledger } from '../../ledger.ts';
import { mapSome } from '../map-some.ts';
import type { Plan } from '../plan/plan.ts';

/**
 * Opens the purses of every user and key that the file names, before their rows exist. Those that did not
 * change are asked for too: after a crash between a grant and its commit the ledger may know more than the
 * rows, and a file that went back would else never take it back.
 */
export async function openPurses(ledger: Ledger, plan: Plan): Promise<string[]> {
  const purses = [...listUserPurses(plan), ...listKeyPurses(plan)];
  const answers = await mapSome(purses, ({ request }) => ledger.openPurse(request));
  return purses.flatMap(({ line }, index) => {
    const adjusted = answers[index]?.adjustedUnits ?? 0n;
    return line !== undefined && adjusted !== 0n ? [`${line} by ${adjusted} units`] : [];
  });
}

interface PurseToOpen {
  request: OpenPurseRequest;
  /** What to say of an adjustment; absent where the change of the row says it already. */
  line: string | undefined;
}

function listUserPurses({ users }: Plan): PurseToOpen[] {
  const touched = new Set([...users.added, ...users.changed]);
  return users.wanted.map((user) => ({
    request: askFor(userPurse(user.id), 'config', user),
    line: touched.has(user) ? undefined : `user ${user.username}: grant corrected`,
  }));
}

function listKeyPurses({ keys }: Plan): PurseToOpen[] {
  const touched = new Set([...keys.added, ...keys.changed]);
  return keys.wanted.flatMap((key) => {
    const line = touched.has(key) ? undefined : `key ${key.name}: grant corrected`;
    const limits = Object.entries(key.modelLimits).map(([model, units]) =>
      askFor(keyModelPurse(key.id, model), key.grantSource, {
        unlimited: false,
        grantedUnits: BigInt(units),
        softLimitPercent: null,
      }),
    );
    return [askFor(keyPurse(key.id), key.grantSource, key), ...limits].map((request) => ({ request, line }));
  });
}

interface Grant {
  unlimited: boolean;
  grantedUnits: bigint;
  softLimitPercent: number | null;
}

/** @param source who grants: all of its grants to one purse add up to what is said last. */
function askFor(
  purse: string,
  source: GrantSource,
  { unlimited, grantedUnits, softLimitPercent }: Grant,
): OpenPurseRequest {
  return { purse, unlimited, source, grantedUnits, softLimitPercent: softLimitPercent ?? undefined };
}
