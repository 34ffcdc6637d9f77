import type { Knex } from 'knex';

/** How many there are of a group; keys that name none are their users'. */
export interface GroupUses {
  users: number;
  keys: number;
  channels: number;
}

export async function countUses(knex: Knex): Promise<Map<string, GroupUses>> {
  const { rows } = await knex.raw<{ rows: (GroupUses & { name: string })[] }>(
    `select named.name,
            (select count(*)::int from users where group_name = named.name and not removed) as users,
            (select count(*)::int from keys where group_name = named.name and not removed) as keys,
            (select count(*)::int from channels where named.name = any(channels.groups)) as channels
       from groups as named`,
  );
  return new Map(rows.map(({ name, ...uses }) => [name, uses]));
}
