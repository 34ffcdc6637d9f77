import type { Knex } from 'knex';
import type { Key, KeyRow } from './store.ts';

/** A name is a key's for as long as it is there: one that was removed goes on under its id as well. */
export async function freeName(
  transaction: Knex.Transaction,
  { userId, name }: Pick<Key, 'userId' | 'name'>,
): Promise<void> {
  const named = (text: string) => transaction<KeyRow>('keys').where({ user_id: userId, name: text });
  const removed = await named(name).where({ removed: true }).first('id');
  if (!removed) return;
  let freed = name;
  // People may have given that name to another key of theirs.
  do freed += ` (${removed.id})`;
  while (await named(freed).first('id'));
  await named(name).update({ name: freed });
}
