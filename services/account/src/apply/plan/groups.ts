import type { GroupRatio } from '@headgate/proto/gen/headgate/ledger/v1/ledger';
import { defaultGroup, type Group } from '../../groups/store.ts';
import type { Document } from '../document/document.ts';
import { compare, type Difference, type Kind } from './difference.ts';
import type { PlanOptions } from './plan.ts';

export const groupKind: Kind<Group> = {
  word: 'group',
  nameOf: ({ name }) => name,
  identify: ({ name }) => name,
  shown: { 'in the file': ({ fromConfig }) => fromConfig },
  hidden: {},
};

export interface GroupPlan extends Difference<Group> {
  /** Ratios that the ledger is told, as decimals. */
  ratios: GroupRatio[];
  /** Groups that people made, whose ratio the ledger is told where nobody has told it yet. */
  untold: readonly Group[];
}

/**
 * The default group is everybody's who names none, so it comes with the first file, at ratio 1, and is never
 * removed. Later files that do not name it leave it alone, unless they prune: then the file is all there is. One that came
 * before any file is people's, like what they made its ratio.
 */
export function planGroups(
  document: Document,
  current: readonly Group[],
  { prune }: Pick<PlanOptions, 'prune'>,
): GroupPlan {
  const entries = { ...document.groups };
  const known = current.find(({ name }) => name === defaultGroup);
  if (!known || (prune && known.fromConfig)) entries[defaultGroup] ??= {};
  const wanted = Object.keys(entries).map((name) => ({ name, fromConfig: true }));
  const isRemoved = ({ fromConfig }: Group): boolean => prune && fromConfig;
  const ratios = Object.entries(entries).map(([group, { ratio = '1', models = {} }]) => ({
    group,
    ratio,
    models,
  }));
  const untold = known && !known.fromConfig && !Object.hasOwn(entries, defaultGroup) ? [known] : [];
  return { ...compare(groupKind, current, wanted, isRemoved), ratios, untold };
}
