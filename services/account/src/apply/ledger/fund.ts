import type { GroupRatio, OpenPurseRequest } from '@headgate/proto/gen/headgate/ledger/v1/ledger';
import { keyModelPurse, keyPurse, userPurse } from '@headgate/proto/purses';
import type { GrantSource } from '../../keys/store.ts';
import type { Ledger } from '../../ledger.ts';
import type { ApplyOptions } from '../apply-config.ts';
import type { Document } from '../document/document.ts';
import { mapSome } from '../map-some.ts';
import type { Plan } from '../plan/plan.ts';
import { sayPriceChange } from '../prices/say-price-change.ts';
import { sayRatioChange } from '../prices/say-ratio-change.ts';
import { toPrice } from '../prices/to-price.ts';

/** Tells the ledger the prices of models and the ratios of groups. */
export async function applyPrices(
  ledger: Ledger,
  document: Document,
  plan: Plan,
  { prune, dryRun, keepMembers }: ApplyOptions,
): Promise<string[]> {
  const named = Object.entries(document.models).map(([model, entry]) => toPrice(model, entry));
  const kept = prune ? await listKept(ledger, plan) : { prices: [], groups: [] };
  const prices = [...named, ...kept.prices];
  const groups = [...plan.groups.ratios, ...kept.groups, ...(await listUntold(ledger, plan))];
  const answer = await ledger.applyPrices({ prices, groups, prune, dryRun });
  // A whole file says of new models that they are new; a file of prices is asked what they are.
  const told = answer.prices.filter(({ before }) => before !== undefined || keepMembers);
  // A group that comes or goes has a line of its own.
  const ratios = answer.groups.filter(({ before, after }) => before && after);
  const lines = [...told.map(sayPriceChange), ...ratios.map(sayRatioChange)];
  if (!answer.changed) return lines;
  return [...lines, dryRun ? 'prices: would change' : `prices: changed, now version ${answer.version}`];
}

/** Pruning leaves alone what people made: it is named to the ledger as it stands there. */
async function listKept(ledger: Ledger, { models, groups }: Plan) {
  const keptNames = <Row extends { name: string }>(part: { final: Row[]; wanted: readonly Row[] }) =>
    new Set(part.final.filter((row) => !part.wanted.includes(row)).map(({ name }) => name));
  const [keptModels, keptGroups] = [keptNames(models), keptNames(groups)];
  if (keptModels.size + keptGroups.size === 0) return { prices: [], groups: [] };
  const present = await ledger.listPrices();
  return {
    prices: present.prices.filter(({ model }) => keptModels.has(model)),
    groups: present.groups.filter(({ group }) => keptGroups.has(group)),
  };
}

/** Users may have come before any file; then the ratio of their group may be in nobody's words. */
async function listUntold(ledger: Ledger, { groups: { untold } }: Plan): Promise<GroupRatio[]> {
  if (untold.length === 0) return [];
  const { groups: told } = await ledger.listPrices();
  return untold
    .filter(({ name }) => told.every(({ group }) => group !== name))
    .map(({ name }) => ({ group: name, ratio: '1', models: {} }));
}

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
