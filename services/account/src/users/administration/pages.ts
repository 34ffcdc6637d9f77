import type { Knex } from 'knex';
import type { RoleName } from '../roles.ts';
import { fromUserRow, type UserRow } from '../store.ts';
import type { ShownUser } from './view.ts';

export interface UserFilter {
  /** Part of a name or an e-mail address. */
  keyword?: string | undefined;
  group?: string | undefined;
  role?: RoleName | undefined;
  isEnabled?: boolean | undefined;
}

type EmailRow = UserRow & { email: string | null };
type ShownRow = EmailRow & { created_at: Date; key_count: bigint; last_seen_at: Date | null };

/** A page of users, the newest first, and how many there are. */
export async function listUserPage(
  knex: Knex,
  filter: UserFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ users: ShownUser[]; total: number }> {
  const rows = await shown(knex, chosen(knex, filter)).orderBy('id', 'desc').limit(limit).offset(offset);
  const [{ total } = { total: '0' }] = await chosen(knex, filter).count<{ total: string | bigint }[]>({
    total: '*',
  });
  return { users: rows.map(toShownUser), total: Number(total) };
}

/** A user who is there. */
export async function findShownUser(knex: Knex, id: bigint): Promise<ShownUser | undefined> {
  const [row] = await shown(knex, chosen(knex, {}).where({ id }));
  return row && toShownUser(row);
}

function chosen(knex: Knex, { keyword = '', group, role, isEnabled }: UserFilter) {
  return knex<EmailRow>('users')
    .where({
      removed: false,
      ...(group !== undefined && { group_name: group }),
      ...(role !== undefined && { role }),
      ...(isEnabled !== undefined && { enabled: isEnabled }),
    })
    .modify((query) => {
      const part = `%${escapeLike(keyword)}%`;
      if (keyword !== '')
        void query.where((some) =>
          some.whereILike('username', part).orWhereILike('display_name', part).orWhereILike('email', part),
        );
    });
}

/** With how many keys they have, and when a session of theirs was last used. */
function shown(knex: Knex, users: ReturnType<typeof chosen>) {
  return users.select<ShownRow[]>(
    'users.*',
    knex.raw(
      '(select count(*) from keys where user_id = users.id and not removed and not is_playground) as key_count',
    ),
    knex.raw('(select max(last_seen_at) from sessions where user_id = users.id) as last_seen_at'),
  );
}

function escapeLike(text: string): string {
  return text.replaceAll(/[\\%_]/g, '\\$&');
}

function toShownUser(row: ShownRow): ShownUser {
  return {
    ...fromUserRow(row),
    email: row.email ?? '',
    createdAt: row.created_at,
    keyCount: Number(row.key_count),
    lastSeenAt: row.last_seen_at,
  };
}
