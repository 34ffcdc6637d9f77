import type { GroupRatio } from '@headgate/proto/gen/headgate/ledger/v1/ledger';
import { FaultError } from '@headgate/runtime/errors';
import { fromPrice } from '../apply/from-price.ts';
import { findDifferences } from '../audit/differences.ts';
import type { Context } from '../context.ts';
import { defaultGroup } from '../groups/store.ts';
import { refuse } from '../operations/refuse.ts';
import type { CatalogEdit } from './catalog-edit.ts';
import type { ToldPrices } from './change-catalog.ts';

/** Tells the ledger an edit's prices and ratios, and notes what that changed. */
export async function tellPrices(
  { ledger }: Pick<Context, 'ledger'>,
  { prices = [], ratios = [] }: CatalogEdit,
  told: ToldPrices,
): Promise<void> {
  if (prices.length + ratios.length === 0) return;
  const { groups: present } = await ledger.listPrices();
  const groups = [...ratios, ...untold([...present, ...ratios])];
  const request = { prices: [...prices], groups, prune: false, dryRun: false };
  const answer = await ledger.applyPrices(request).catch(refuseAsAsked);
  for (const { model, before, after } of answer.prices) {
    const price: [unknown, unknown] = [before && fromPrice(before), after && fromPrice(after)];
    told.set(`model ${model}`, { kind: 'model', id: model, name: model, changes: { price } });
  }
  for (const ratio of ratios) {
    const before = present.find(({ group }) => group === ratio.group);
    const changes = findDifferences(before ? shown(before) : {}, shown(ratio));
    const { group } = ratio;
    if (Object.keys(changes).length > 0)
      told.set(`group ${group}`, { kind: 'group', id: group, name: group, changes });
  }
}

/** The default group came with the first user. Where no file was ever applied, nobody has told its ratio, without which nothing is served. */
function untold(told: readonly GroupRatio[]): GroupRatio[] {
  if (told.some(({ group }) => group === defaultGroup)) return [];
  return [{ group: defaultGroup, ratio: '1', models: {} }];
}

/** Sorted: the database does not keep the order of a map's members. */
function shown({ ratio, models }: GroupRatio): Record<string, unknown> {
  const sorted = Object.entries(models).sort(([one], [other]) => (one < other ? -1 : 1));
  const own = sorted.map(([model, of]) => [model, String(Number(of))] as const);
  return { ratio: String(Number(ratio)), models: Object.fromEntries(own) };
}

/** What the ledger refuses is refused in its words. */
function refuseAsAsked(error: unknown): never {
  if (error instanceof FaultError && error.fault.code === 'invalid_request')
    refuse(error.fault.message, error.fault.param);
  throw error;
}
