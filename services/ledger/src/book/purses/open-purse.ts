import { randomUUIDv7 } from 'node:crypto';
import { rowsOf } from '@headgate/runtime/postgres/rows';
import type { Knex } from 'knex';
import { inTransaction } from '../../postgres/transaction.ts';
import { bookEntries } from '../chain.ts';
import { shortHash } from '../input-hash.ts';
import { armLowBalance } from '../notices/low-balance.ts';
import type { Notice } from '../notices/notice.ts';
import { armSoftLimit } from '../notices/soft-limit.ts';
import { type BookedChange, bookChange, type GrantChange } from './change-grant.ts';
import { lockPurses, type Purse } from './purse.ts';

export interface OpenPurse {
  id: string;
  unlimited: boolean;
  /** Who grants. */
  source: string;
  /** What this source has granted in total. */
  total: bigint;
  /** After how much use of the grant notice is given; absent: never. */
  softLimitPercent?: number | undefined;
  /** Of what another source granted. */
  change?: Omit<GrantChange, 'purse'> | undefined;
}

export interface OpenedPurse {
  purse: Purse;
  adjusted: bigint;
  /** Undefined where none was asked for. */
  change: BookedChange | undefined;
  wasUnlimited: boolean;
  notices: Notice[];
}

/**
 * Makes a purse, or brings what one source granted to its total by booking the difference. Repeating changes
 * nothing, and what other sources granted stays but for a change of it that is asked for in one with the rest: a new limit
 * gives no notice that its balance makes untrue. The purse is opened whatever becomes of the change.
 */
export function openPurse(
  knex: Knex,
  { id, unlimited, source, total, softLimitPercent, change: asked }: OpenPurse,
): Promise<OpenedPurse> {
  return inTransaction(knex, async (transaction) => {
    await rowsOf(transaction, 'insert into purse (id, unlimited) values (?, ?) on conflict (id) do nothing', [
      id,
      unlimited,
    ]);
    const before = (await lockPurses(transaction, [id])).get(id);
    if (!before) throw new Error('a purse that was just made is missing');
    const granted = await findTotal(transaction, id, source);
    const adjusted = total - (granted ?? 0n);
    // A limit that is given just now, or taken away, has a balance still.
    const hasNoLimit = before.unlimited && unlimited;
    const opened = { ...before, granted: before.granted + adjusted, unlimited: hasNoLimit };
    const change = asked && (await bookChange(transaction, opened, asked));
    const purse = { ...(change?.kind === 'booked' ? change.purse : opened), unlimited };
    const excess = before.unlimited && !unlimited ? excessOf(purse) : 0n;
    if (adjusted !== 0n || excess > 0n) {
      await bookEntries(transaction, 'calls', [
        {
          id: randomUUIDv7(),
          kind: granted === undefined ? 'grant' : 'adjust',
          ref: source,
          path: [id],
          amount: adjusted,
          overrun: excess,
          late: false,
          priceVersion: null,
          inputHash: shortHash(JSON.stringify([id, source, String(total)])),
        },
      ]);
      await setTotal(transaction, id, source, total);
    }
    await rowsOf(transaction, 'update purse set granted = granted + ?, unlimited = ? where id = ?', [
      adjusted,
      unlimited,
      id,
    ]);
    const notices = [
      ...(await armSoftLimit(transaction, id, softLimitPercent ?? null)),
      ...(await armLowBalance(transaction, id)),
    ];
    return { purse, adjusted, change, wasUnlimited: before.unlimited, notices };
  });
}

/** What a purse without a limit used and holds beyond what it is granted now that it gets one: it is recorded. */
function excessOf({ granted, used, held }: Purse): bigint {
  const excess = used + held - granted;
  return excess > 0n ? excess : 0n;
}

async function findTotal(transaction: Knex, purse: string, source: string): Promise<bigint | undefined> {
  const [row] = await rowsOf<{ total: bigint }>(
    transaction,
    'select total from grant_source where purse = ? and source = ?',
    [purse, source],
  );
  return row?.total;
}

async function setTotal(transaction: Knex, purse: string, source: string, total: bigint): Promise<void> {
  await rowsOf(
    transaction,
    `insert into grant_source (purse, source, total) values (?, ?, ?)
     on conflict (purse, source) do update set total = excluded.total`,
    [purse, source, total],
  );
}
