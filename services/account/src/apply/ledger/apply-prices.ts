import type { GroupRatio } from '@headgate/proto/gen/headgate/ledger/v1/ledger';
import type { Ledger } from '../../ledger.ts';
import type { ApplyOptions } from '../apply-config.ts';
import type { Document } from '../document/document.ts';
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
