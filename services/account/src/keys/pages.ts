import type { Knex } from 'knex';
import { type Found, type Place, readList } from '../lists/read-list.ts';
import { condition, partOf, type Word } from '../lists/word.ts';
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

/** A page of keys, the newest first. */
export async function listKeyPage(
  knex: Knex,
  { userId, keyword }: KeyFilter,
  place: Place,
): Promise<Found<ShownKey>> {
  const among = [condition('not removed and not is_playground')];
  if (userId !== undefined) among.push(condition('user_id = ?', String(userId)));
  const { rows: ids, ...found } = await readList(
    knex,
    { table: 'keys', among, word: wordOf(keyword) },
    place,
  );
  const rows = await knex<ShownRow>('keys')
    .whereIn(
      'id',
      ids.map(({ id }) => id),
    )
    .orderBy('id', 'desc');
  return { ...found, rows: rows.map(toShownKey) };
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

function wordOf(text: string): Word | undefined {
  if (text === '') return undefined;
  const fits = condition('name ilike ? or suffix = ?', partOf(text), text);
  return { text, fits, indexed: `name || E'\\n' || suffix` };
}

function toShownKey(row: ShownRow): ShownKey {
  return { ...fromKeyRow(row), createdAt: row.created_at, isRevealable: row.sealed_text !== null };
}
