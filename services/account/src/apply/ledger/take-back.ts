import { userPurse } from '@headgate/proto/purses';
import { toWireBudgets } from '../../budgets/budget.ts';
import type { Context } from '../../context.ts';
import { fromKeyRow, type KeyRow } from '../../keys/store.ts';
import { openKeyPurses } from '../../keys/tell-ledger.ts';
import { tellAsItStands } from '../../spenders/tell-as-it-stands.ts';
import { fromUserRow, type UserRow } from '../../users/store.ts';
import { mapSome } from '../map-some.ts';
import type { Plan } from '../plan/plan.ts';

type TakeBackContext = Pick<Context, 'knex' | 'announce' | 'ledger'>;

/**
 * Tells ledger of the users and keys of a plan as their rows stand: it was told of the plan, and the file is refused after all,
 * because of what somebody else did meanwhile.
 */
export async function takeBack(context: TakeBackContext, { users, keys }: Plan): Promise<void> {
  await mapSome(users.wanted, ({ id }) =>
    tellAsItStands(context, { table: 'users', id, tell: (row: UserRow) => tellUser(context, row) }),
  );
  await mapSome(keys.wanted, ({ id }) =>
    tellAsItStands(context, {
      table: 'keys',
      id,
      tell: async (row: KeyRow) => void (await openKeyPurses(context, fromKeyRow(row))),
    }),
  );
}

/**
 * In the file's own name for every user: it may have granted something to one whom no file made, which openUserPurse, in the
 * name of the administration, would leave with them.
 */
async function tellUser({ ledger }: TakeBackContext, row: UserRow): Promise<void> {
  const { id, unlimited, fromConfig, grantedUnits, softLimitPercent, budgets } = fromUserRow(row);
  await ledger.openPurse({
    purse: userPurse(id),
    unlimited,
    source: 'config',
    grantedUnits: fromConfig ? grantedUnits : 0n,
    softLimitPercent: softLimitPercent ?? undefined,
  });
  await ledger.setBudgets({ owner: userPurse(id), budgets: toWireBudgets(budgets) });
}
