import { randomUUIDv7 } from 'node:crypto';
import type { Knex } from 'knex';
import type { Context } from '../context.ts';
import { changeBy, grant, hasPurse, reckonChange } from './grant.ts';
import type { SpenderWithRow } from './spender.ts';
import { tellAsItStands } from './tell-as-it-stands.ts';
import { forgetToldAhead, noteToldAhead } from './told-ahead.ts';

/** Tells ledger of a change of a key or a user before their row says so, and knows what it has told. */
export interface Teller<Thing> {
  /** Tells of one try. `remainUnits` is what may still be spent then; undefined where nothing is said of it. */
  tell(before: Thing, after: Thing, remainUnits: number | undefined): Promise<void>;
  /** The row says it, once this transaction commits. */
  finish(transaction: Knex.Transaction): Promise<void>;
  /** Tells it otherwise, as the row stands, where the change is refused after all. */
  takeBack(): Promise<void>;
}

export function createTeller<Thing, Row extends { changed_version: bigint }>(
  context: Pick<Context, 'knex' | 'announce' | 'ledger'>,
  spender: SpenderWithRow<Thing, Row>,
): Teller<Thing> {
  const { table, id, purse, fromRow, open, toldMembers } = spender;
  const changeId = randomUUIDv7();
  let isFirst = true;
  let isRowTold = false;
  let grantedUnits = 0n;
  return {
    async tell(before, after, remainUnits) {
      const reckon = async () =>
        remainUnits === undefined ? undefined : reckonChange(context, spender, BigInt(remainUnits));
      // Ledger may have been told, since the first try, of what is not in the rows any more.
      const isRowNews =
        !isFirst ||
        toldMembers.some((name) => isOther(before[name], after[name])) ||
        (remainUnits !== undefined && !(await hasPurse(context, spender)));
      isFirst = false;
      if (isRowNews) {
        const change = await reckon();
        if (!isRowTold) await noteToldAhead(context.knex, { changeId, table, id });
        isRowTold = true;
        const { changedUnits, isAsReckoned } = await open(context, after, change);
        grantedUnits += changedUnits;
        if (isAsReckoned) return;
      }
      grantedUnits += await grant(context, spender, await reckon());
    },
    async finish(transaction) {
      if (isRowTold) await forgetToldAhead(transaction, changeId);
    },
    async takeBack() {
      const change = changeBy(spender, -grantedUnits);
      let isBack = change === undefined;
      // In one: for a moment it would have the limit without its balance, or be without a limit from which it could be taken.
      const tell = async (row: Row) => {
        const { changedUnits } = await open(context, fromRow(row), change);
        isBack ||= changedUnits !== 0n;
      };
      if (isRowTold) {
        await tellAsItStands(context, { table, id, tell });
        await forgetToldAhead(context.knex, changeId);
      }
      if (change && !isBack) await context.ledger.changeGrant({ purse, ...change });
    },
  };
}

function isOther(before: unknown, after: unknown): boolean {
  return JSON.stringify(before) !== JSON.stringify(after);
}
