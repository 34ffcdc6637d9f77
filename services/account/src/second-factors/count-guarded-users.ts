import type { Knex } from 'knex';

export interface GuardedUsers {
  total_users: number;
  enabled_users: number;
  passkey_users: number;
}

/** Users by what guards them beside a password; removed ones are not counted. */
export async function countGuardedUsers(knex: Knex): Promise<GuardedUsers> {
  const row = await knex('users')
    .where({ removed: false })
    .first<Record<keyof GuardedUsers, bigint>>(
      knex.raw('count(*) as total_users'),
      knex.raw(
        'count(*) filter (where id in (select user_id from second_factors where enabled)) as enabled_users',
      ),
      knex.raw('count(*) filter (where id in (select user_id from passkeys)) as passkey_users'),
    );
  return {
    total_users: Number(row.total_users),
    enabled_users: Number(row.enabled_users),
    passkey_users: Number(row.passkey_users),
  };
}
