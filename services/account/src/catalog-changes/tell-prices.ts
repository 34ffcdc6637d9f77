import type { GroupRatio } from '@headgate/proto/gen/headgate/ledger/v1/ledger';
import { FaultError } from '@headgate/runtime/errors';
import { fromPrice } from '../apply/prices/from-price.ts';
import type { AuditedChange } from '../audit/audited-change.ts';
import { findDifferences } from '../audit/differences.ts';
import type { Context } from '../context.ts';
import { defaultGroup } from '../groups/store.ts';
import { refuseInWords } from '../operations/refuse.ts';
import type { CatalogEdit } from './catalog-edit.ts';

/** Tells the ledger an edit's prices and ratios and returns what that changes; a dry run is told nothing for good. */
export async function tellPrices(
  { ledger }: Pick<Context, 'ledger'>,
  { prices = [], ratios = [] }: CatalogEdit,
  { dryRun }: { dryRun: boolean },
): Promise<AuditedChange[]> {
  if (prices.length + ratios.length === 0) return [];
  const { groups: present } = await ledger.listPrices();
  const groups = [...ratios, ...untold([...present, ...ratios])];
  const request = { prices: [...prices], groups, prune: false, dryRun };
  const answer = await ledger.applyPrices(request).catch(refuseAsAsked);
  const ofModels = answer.prices.map(({ model, before, after }): AuditedChange => {
    const price: [unknown, unknown] = [before && fromPrice(before), after && fromPrice(after)];
    return { kind: 'model', id: model, name: model, changes: { price } };
  });
  const ofGroups = ratios.map((ratio): AuditedChange => {
    const before = present.find(({ group }) => group === ratio.group);
    const changes = findDifferences(before ? shown(before) : {}, shown(ratio));
    return { kind: 'group', id: ratio.group, name: ratio.group, changes };
  });
  return [...ofModels, ...ofGroups.filter(({ changes }) => Object.keys(changes ?? {}).length > 0)];
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
    refuseInWords(error.fault.message, error.fault.param);
  throw error;
}
