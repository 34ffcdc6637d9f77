import type { Knex } from 'knex';
import { fromKeyRow, type KeyRow } from './store.ts';
import type { ShownKey } from './view.ts';

export interface KeyFilter {
  /** Absent: everybody's. */
  userId?: bigint | undefined;
  /** Part of a name, or the end of a text. */
  keyword: string;
}

/** That of the playground is nobody's to change. */
const present = { removed: false, is_playground: false };

type ShownRow = KeyRow & { created_at: Date };

/** A page of keys, the newest first, and how many there are. */
export async function listKeyPage(
  knex: Knex,
  filter: KeyFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ keys: ShownKey[]; total: number }> {
  const rows = await chosen(knex, filter).orderBy('id', 'desc').limit(limit).offset(offset);
  const [{ total } = { total: '0' }] = await chosen(knex, filter).count<{ total: string | bigint }[]>({
    total: '*',
  });
  return { keys: rows.map(toShownKey), total: Number(total) };
}

/** A key of a user that is there. */
export async function findShownKey(
  knex: Knex,
  { id, userId }: { id: bigint; userId: bigint },
): Promise<ShownKey | undefined> {
  const row = await knex<ShownRow>('keys')
    .where({ ...present, id, user_id: userId })
    .first();
  return row && toShownKey(row);
}

function chosen(knex: Knex, { userId, keyword }: KeyFilter) {
  return knex<ShownRow>('keys')
    .where(present)
    .modify((query) => {
      if (userId !== undefined) void query.where({ user_id: userId });
      if (keyword !== '')
        void query.where((some) =>
          some.whereILike('name', `%${escapeLike(keyword)}%`).orWhere('suffix', keyword),
        );
    });
}

function escapeLike(text: string): string {
  return text.replaceAll(/[\\%_]/g, '\\$&');
}

function toShownKey(row: ShownRow): ShownKey {
  return { ...fromKeyRow(row), createdAt: row.created_at, isRevealable: row.sealed_text !== null };
}
