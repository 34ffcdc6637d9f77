import type { Knex } from 'knex';
import { type RedemptionRow, type Status, statusSql } from './store.ts';

export interface RedemptionFilter {
  /** Part of a name, or the characters of a code that are shown. */
  keyword?: string | undefined;
  status?: Status | undefined;
}

export type ShownRedemption = RedemptionRow & { status: Status; used_username: string | null };

/** A page of codes, the newest first, and how many there are. */
export async function listRedemptionPage(
  knex: Knex,
  filter: RedemptionFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: ShownRedemption[]; total: number }> {
  const rows = await shown(knex, chosen(knex, filter)).orderBy('id', 'desc').limit(limit).offset(offset);
  const [{ total } = { total: '0' }] = await chosen(knex, filter).count<{ total: string | bigint }[]>({
    total: '*',
  });
  return { rows, total: Number(total) };
}

export async function findShownRedemption(knex: Knex, id: bigint): Promise<ShownRedemption | undefined> {
  const [row] = await shown(knex, chosen(knex, {}).where({ id }));
  return row;
}

function chosen(knex: Knex, { keyword = '', status }: RedemptionFilter) {
  return knex<RedemptionRow>('redemptions').modify((query) => {
    if (status !== undefined) void query.whereRaw(`${statusSql} = ?`, [status]);
    if (keyword !== '')
      void query.where((some) =>
        some
          .whereILike('name', `%${keyword.replaceAll(/[\\%_]/g, '\\$&')}%`)
          .orWhere('prefix', keyword.toLowerCase()),
      );
  });
}

/** With the name of who used it. */
function shown(knex: Knex, redemptions: ReturnType<typeof chosen>) {
  return redemptions.select<ShownRedemption[]>(
    'redemptions.*',
    knex.raw(`${statusSql} as status`),
    knex.raw('(select username from users where users.id = redeemed_by) as used_username'),
  );
}
