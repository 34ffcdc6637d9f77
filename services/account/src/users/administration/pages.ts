import type { Knex } from 'knex';
import { type Found, type Place, readList } from '../../lists/read-list.ts';
import { type Condition, condition, partOf, type Word } from '../../lists/word.ts';
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

/** A page of users, the newest first. */
export async function listUserPage(knex: Knex, filter: UserFilter, place: Place): Promise<Found<ShownUser>> {
  const list = { table: 'users', among: conditionsOf(filter), word: wordOf(filter.keyword) } as const;
  const { rows: ids, ...found } = await readList(knex, list, place);
  const users = await readUsers(
    knex,
    ids.map(({ id }) => id),
  );
  return { ...found, rows: users };
}

/** A user who is there. */
export async function findShownUser(knex: Knex, id: bigint): Promise<ShownUser | undefined> {
  const [user] = await readUsers(knex, [id]);
  return user;
}

function conditionsOf({ group, role, isEnabled }: UserFilter): Condition[] {
  const conditions = [condition('not removed')];
  if (group !== undefined) conditions.push(condition('group_name = ?', group));
  if (role !== undefined) conditions.push(condition('role = ?', role));
  if (isEnabled !== undefined) conditions.push(condition(isEnabled ? 'enabled' : 'not enabled'));
  return conditions;
}

function wordOf(text = ''): Word | undefined {
  if (text === '') return undefined;
  const part = partOf(text);
  const fits = condition('username ilike ? or display_name ilike ? or email ilike ?', part, part, part);
  return { text, fits, indexed: `username || E'\\n' || display_name || E'\\n' || coalesce(email, '')` };
}

/**
 * With how many keys they have, and when a session of theirs was last used: each in one go for all of them, because one user
 * may have nearly all keys that there are.
 */
async function readUsers(knex: Knex, ids: readonly bigint[]): Promise<ShownUser[]> {
  const own = ids.map(String);
  const { rows } = await knex.raw<{ rows: ShownRow[] }>(
    `select users.*, coalesce(key_count, 0) as key_count, last_seen_at
       from users
       left join (select user_id, count(*) as key_count from keys
                   where user_id = any(:own) and not removed and not is_playground group by user_id) as owned
         on owned.user_id = users.id
       left join (select user_id, max(last_seen_at) as last_seen_at from sessions
                   where user_id = any(:own) group by user_id) as seen
         on seen.user_id = users.id
      where id = any(:own) and not removed order by id desc`,
    { own },
  );
  return rows.map(toShownUser);
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
