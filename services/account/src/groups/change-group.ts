import { isDeepStrictEqual } from 'node:util';
import type { Knex } from 'knex';
import type { z } from 'zod';
import type { groupSchema } from '../apply/document/groups.ts';
import type { CatalogState } from '../catalog/state.ts';
import { changeCatalog } from '../catalog-changes/change-catalog.ts';
import type { Context } from '../context.ts';
import type { Act } from '../operations/act.ts';
import { refuse } from '../operations/refuse.ts';
import type { User } from '../users/store.ts';
import { countUses } from './count-uses.ts';
import { autoGroup, defaultGroup } from './store.ts';

/** What is left out of a group that is there stays; a new one has the ratio 1, and no others for some models. */
export async function putGroup(
  context: Context,
  act: Act<User>,
  { name, ratio, models }: z.output<typeof groupSchema> & { name: string },
): Promise<void> {
  if (name === autoGroup) refuse('auto_group_reserved', 'name');
  const findTold = async () => (await context.ledger.listPrices()).groups.find(({ group }) => group === name);
  await changeCatalog(context, act, async ({ groups }) => {
    const known = groups.find((group) => group.name === name);
    const told = known && (await findTold());
    const present = { ratio: '1', models: {}, ...told };
    return {
      groups: [known ?? { name, fromConfig: false }],
      ratios: [{ group: name, ratio: ratio ?? present.ratio, models: models ?? present.models }],
      // Ratios are in no row: no version counts that another has told one.
      check: async () => (known && !isDeepStrictEqual(await findTold(), told) ? 'stale' : undefined),
    };
  });
}

/** What it multiplied prices by stays in the ledger, where what is under way may still be billed by it. */
export async function deleteGroup(context: Context, act: Act<User>, name: string): Promise<void> {
  if (name === defaultGroup) refuse('group_is_default', 'name', { name: defaultGroup });
  await changeCatalog(context, act, async (state) => {
    if (state.groups.every((group) => group.name !== name)) refuse('group_missing', 'name', { name });
    const check = (knex: Knex) => refuseUsed(knex, name, state);
    await check(context.knex);
    // Once more when nobody can come in between.
    return { removedGroups: [name], check };
  });
}

async function refuseUsed(knex: Knex, name: string, { channels, autoGroups }: CatalogState): Promise<void> {
  const { users = 0, keys = 0 } = (await countUses(knex)).get(name) ?? {};
  const using = channels.filter(({ groups }) => groups.includes(name));
  const uses = [
    ...say(users, 'user'),
    ...say(keys, 'key'),
    ...using.map((channel) => `channel "${channel.name}"`),
    ...(autoGroups.includes(name) ? ['the auto_groups of the site'] : []),
  ];
  if (uses.length > 0) refuse('group_in_use', 'name', { name, uses: uses.slice(0, mostNamed).join(', ') });
}

const mostNamed = 10;

function say(count: number, what: string): string[] {
  if (count === 0) return [];
  return [`${count} ${what}${count === 1 ? '' : 's'}`];
}
