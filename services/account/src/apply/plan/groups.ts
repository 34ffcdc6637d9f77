import type { GroupRatio } from '@headgate/proto/gen/headgate/ledger/v1/ledger';
import { defaultGroup, type Group } from '../../groups/store.ts';
import type { Document } from '../document/document.ts';
import { compare, type Difference, type Kind } from './difference.ts';

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
}

/**
 * The default group is everybody's who names none, so it comes with the first file, at ratio 1, and is never
 * removed. Later files that do not name it leave it alone, unless they prune: then the file is all there is.
 */
export function planGroups(document: Document, current: readonly Group[], prune: boolean): GroupPlan {
  const entries = { ...document.groups };
  // Users may have come before the first file; then nobody has told its ratio.
  const isNew = current.every(({ name, fromConfig }) => name !== defaultGroup || !fromConfig);
  if (isNew || prune) entries[defaultGroup] ??= {};
  const wanted = Object.keys(entries).map((name) => ({ name, fromConfig: true }));
  const isRemoved = ({ fromConfig }: Group): boolean => prune && fromConfig;
  const ratios = Object.entries(entries).map(([group, { ratio = '1', models = {} }]) => ({
    group,
    ratio,
    models,
  }));
  return { ...compare(groupKind, current, wanted, isRemoved), ratios };
}
