import type { Knex } from 'knex';

/** Signs a user out everywhere, but for the session by which it was asked where that is their own. */
export async function endSessions(
  transaction: Knex.Transaction,
  userId: bigint,
  asking: Buffer | undefined,
): Promise<void> {
  await transaction<{ user_id: bigint; token_hash: Buffer }>('sessions')
    .where({ user_id: userId })
    .modify((query) => {
      if (asking) void query.whereNot({ token_hash: asking });
    })
    .delete();
}
