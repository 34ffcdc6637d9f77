import { keyPurse, userPurse } from '@headgate/proto/purses';
import type { Log } from '@headgate/runtime/log';
import { repeat } from '@headgate/runtime/repeat';
import type { Context } from '../context.ts';
import { fromKeyRow, type KeyRow } from '../keys/store.ts';
import { openKeyPurses } from '../keys/tell-ledger.ts';
import { openUserPurse } from '../users/administration/tell-ledger.ts';
import { fromUserRow, type UserRow } from '../users/store.ts';
import { tellAsItStands } from './tell-as-it-stands.ts';
import { forgetToldAhead, listToldAhead, type ToldAhead } from './told-ahead.ts';

type TellContext = Pick<Context, 'knex' | 'announce' | 'ledger'> & { log: Log };

const everyMs = 60_000;
/** Younger changes are under way. One that is slower is overtaken, and told once more by who makes it. */
const olderThanMs = 60_000;
const batchSize = 100;

const purseOf = { keys: keyPurse, users: userPurse };

/** Tells ledger of keys and users as their rows stand, where a change of which it was told has come to no end. */
export async function tellAgain(
  context: TellContext,
  { olderThanMs: age = olderThanMs, signal }: { olderThanMs?: number; signal?: AbortSignal } = {},
): Promise<void> {
  for (const told of await listToldAhead(context.knex, { olderThanMs: age, limit: batchSize })) {
    if (signal?.aborted) return;
    // A ledger that hung does what it was asked for meanwhile when it goes on: what is told before might be undone by it.
    await context.ledger.getPurses({ purses: [purseOf[told.table](told.id)] });
    try {
      await tellSpender(context, told);
      await forgetToldAhead(context.knex, told.changeId);
    } catch (error) {
      context.log.warn({ err: error, ...told, id: String(told.id) }, 'ledger will be told again later');
    }
  }
}

function tellSpender(context: TellContext, { table, id }: ToldAhead): Promise<void> {
  if (table === 'keys') {
    const tell = async (row: KeyRow) => void (await openKeyPurses(context, fromKeyRow(row)));
    return tellAsItStands(context, { table, id, tell });
  }
  const tell = async (row: UserRow) => void (await openUserPurse(context, fromUserRow(row)));
  return tellAsItStands(context, { table, id, tell });
}

/** Does so now and again until `signal`. Never rejects. */
export function keepTelling(context: TellContext, signal: AbortSignal): Promise<void> {
  return repeat('changes told ahead', { everyMs, log: context.log, signal }, () =>
    tellAgain(context, { signal }),
  );
}
