import type { Knex } from 'knex';
import { type Found, type Place, readList } from '../lists/read-list.ts';
import { condition, partOf, type Word } from '../lists/word.ts';
import { hashCode } from './code.ts';
import { type RedemptionRow, type Status, statusSql } from './store.ts';

export interface RedemptionFilter {
  /** Part of a name, the characters of a code that are shown, or a whole code. */
  keyword?: string | undefined;
  status?: Status | undefined;
}

export type ShownRedemption = RedemptionRow & { status: Status; used_username: string | null };

/** Which codes `statusSql` calls so, in conditions that indexes have. */
const ofStatus: Record<Status, string> = {
  used: 'redeemed_by is not null',
  disabled: 'redeemed_by is null and not enabled',
  expired: 'redeemed_by is null and enabled and expires_at <= now()',
  enabled: 'redeemed_by is null and enabled and (expires_at is null or expires_at > now())',
};

/** A page of codes, the newest first. */
export async function listRedemptionPage(
  knex: Knex,
  { keyword, status }: RedemptionFilter,
  place: Place,
): Promise<Found<ShownRedemption>> {
  const among = status === undefined ? [] : [condition(ofStatus[status])];
  const ofCode = await findCode(knex, keyword);
  if (ofCode !== undefined) among.push(condition('id = ?', String(ofCode)));
  const word = ofCode === undefined ? wordOf(keyword) : undefined;
  const list = { table: 'redemptions', among, word } as const;
  const { rows: ids, ...found } = await readList(knex, list, place);
  const rows = await shown(knex)
    .whereIn(
      'id',
      ids.map(({ id }) => id),
    )
    .orderBy('id', 'desc');
  return { ...found, rows };
}

export async function findShownRedemption(knex: Knex, id: bigint): Promise<ShownRedemption | undefined> {
  const [row] = await shown(knex).where({ id });
  return row;
}

/** The row of a whole code, which has no part in the texts that words are sought in. */
async function findCode(knex: Knex, text = ''): Promise<bigint | undefined> {
  if (text === '') return undefined;
  const row = await knex<RedemptionRow>('redemptions')
    .where({ code_hash: hashCode(text.toLowerCase()) })
    .first('id');
  return row?.id;
}

function wordOf(text = ''): Word | undefined {
  if (text === '') return undefined;
  const fits = condition('name ilike ? or prefix = ?', partOf(text), text.toLowerCase());
  return { text, fits, indexed: `name || E'\\n' || prefix` };
}

/** With the name of who used it. */
function shown(knex: Knex) {
  return knex<RedemptionRow>('redemptions').select<ShownRedemption[]>(
    'redemptions.*',
    knex.raw(`${statusSql} as status`),
    knex.raw('(select username from users where users.id = redeemed_by) as used_username'),
  );
}
