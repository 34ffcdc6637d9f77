import { assignIds } from '../apply/plan/assign-ids.ts';
import { channelKind } from '../apply/plan/channels.ts';
import { compare, type Difference } from '../apply/plan/difference.ts';
import { groupKind } from '../apply/plan/groups.ts';
import { modelKind } from '../apply/plan/models.ts';
import type { Plan } from '../apply/plan/plan.ts';
import { findDanglingReferences } from '../apply/plan/references.ts';
import { planSite } from '../apply/plan/site.ts';
import type { CatalogState } from '../catalog/state.ts';
import type { Channel } from '../channels/store.ts';
import type { Context } from '../context.ts';
import { drawIds } from '../draw-ids.ts';
import type { Group } from '../groups/store.ts';
import type { Model } from '../models/store.ts';
import { refuse } from '../operations/refuse.ts';
import type { CatalogEdit } from './catalog-edit.ts';
import { refuseProblems } from './refuse-problems.ts';

/** The plan of an edit, as that of a file that says nothing else. Refuses names that would point nowhere. */
export async function planEdit(
  { knex }: Pick<Context, 'knex'>,
  edit: CatalogEdit,
  state: CatalogState,
): Promise<Plan> {
  const draw = (count: number) => drawIds(knex, 'channels', count);
  const wanted = await assignIds(edit.channels ?? [], draw);
  const { removedChannels = [], removedModels = [], removedGroups = [] } = edit;
  const channels = compare(channelKind, state.channels, wanted, ({ id }) => removedChannels.includes(id));
  const models = compare(modelKind, state.models, edit.models ?? [], ({ name }) =>
    removedModels.includes(name),
  );
  const groups = compare(groupKind, state.groups, edit.groups ?? [], ({ name }) =>
    removedGroups.includes(name),
  );
  refuseRepeatedNames(channels.final);
  refuseNewDangling(state, { groups, models, channels });
  return {
    site: planSite({}, undefined),
    groups: { ...groups, ratios: [...(edit.ratios ?? [])], untold: [] },
    models,
    channels,
    users: { ...nothing(), problems: [], warnings: [] },
    keys: { ...nothing(), problems: [], warnings: [] },
    webhooks: nothing(),
    providers: nothing(),
  };
}

function refuseRepeatedNames(channels: readonly { name: string }[]): void {
  const names = new Set<string>();
  for (const { name } of channels) {
    if (names.has(name)) refuse('channel_name_taken', 'name', { name });
    names.add(name);
  }
}

/** What pointed nowhere before is not this edit's to answer for. */
function refuseNewDangling(
  { autoGroups, ...state }: CatalogState,
  after: { groups: Difference<Group>; models: Difference<Model>; channels: Difference<Channel> },
): void {
  const others = { autoGroups, users: [], keys: [] };
  const known = findDanglingReferences({ ...state, ...others });
  const isKnown = (path: string, message: string) =>
    known.some((problem) => problem.path === path && problem.message === message);
  const problems = findDanglingReferences({
    ...others,
    groups: after.groups.final,
    models: after.models.final,
    channels: after.channels.final,
  });
  refuseProblems(problems.filter(({ path, message }) => !isKnown(path, message)));
}

function nothing<Row>(): Difference<Row> {
  return { added: [], changed: [], removed: [], wanted: [], final: [], lines: [], changes: [] };
}
