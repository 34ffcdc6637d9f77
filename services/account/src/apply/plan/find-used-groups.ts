import type { Knex } from 'knex';
import { autoGroup } from '../../groups/store.ts';
import type { Problem } from '../problems/problems.ts';
import type { State } from '../state.ts';
import type { Plan } from './plan.ts';

interface Used {
  name: string;
  users: number;
  keys: number;
}

/**
 * Groups that would go, or stand for nothing any more, although people or keys have them that the plan does not know: those that
 * no file made.
 */
export async function findUsedGroups(
  knex: Knex,
  state: Pick<State, 'site' | 'users' | 'keys'>,
  { site, groups, users }: Pick<Plan, 'site' | 'groups' | 'users'>,
): Promise<Problem[]> {
  const isAutoEmptied = site.final.autoGroups.length === 0 && (state.site?.autoGroups.length ?? 0) > 0;
  const names = [...groups.removed.map(({ name }) => name), ...(isAutoEmptied ? [autoGroup] : [])];
  if (names.length === 0) return [];
  const { rows } = await knex.raw<{ rows: Used[] }>(
    `select named.name,
            (select count(*)::int from users where group_name = named.name and not users.id = any(:users)) as users,
            (select count(*)::int from keys where group_name = named.name and not keys.id = any(:keys)
                                              and not user_id = any(:gone)) as keys
       from unnest(:names::text[]) as named (name)`,
    {
      names,
      users: state.users.map(({ id }) => String(id)),
      keys: state.keys.map(({ id }) => String(id)),
      gone: users.removed.map(({ id }) => String(id)),
    },
  );
  return rows
    .filter((used) => used.users + used.keys > 0)
    .map((used) => ({ path: `group ${used.name}`, message: `is used by ${say(used)} that no file names` }));
}

function say({ users, keys }: Used): string {
  const counts = [`${users} ${users === 1 ? 'user' : 'users'}`, `${keys} ${keys === 1 ? 'key' : 'keys'}`];
  return counts.filter((count) => !count.startsWith('0 ')).join(' and ');
}
