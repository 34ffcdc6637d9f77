import type { PurseOwner } from '@headgate/proto/purses';
import type { Knex } from 'knex';
import type { OwnerNames } from './payload.ts';

interface Row {
  user_id: bigint;
  username: string;
  key_name: string | null;
}

const statements = {
  user: 'select id as user_id, username, null as key_name from users where id = ?',
  key: `select users.id as user_id, username, keys.name as key_name
        from keys join users on users.id = keys.user_id where keys.id = ?`,
};

/** What the owner of a purse is called, and whose a key is; removed ones included. */
export async function findOwnerNames(knex: Knex, { kind, id }: PurseOwner): Promise<OwnerNames> {
  const { rows } = await knex.raw<{ rows: Row[] }>(statements[kind], [String(id)]);
  const [row] = rows;
  return {
    user: row && { id: row.user_id, name: row.username },
    key: kind === 'key' ? { id, name: row?.key_name ?? '' } : undefined,
  };
}
