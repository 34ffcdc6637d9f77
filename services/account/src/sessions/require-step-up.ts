import type { Knex } from 'knex';
import type { Act } from '../operations/act.ts';
import { deny } from '../operations/refuse.ts';
import type { User } from '../users/store.ts';

/** Refuses with 403 unless whoever asks has confirmed by this session, minutes ago, that it is they: `POST /api/verify`. */
export async function requireStepUp(
  knex: Knex,
  { sessionHash }: Pick<Act<User>, 'sessionHash'>,
): Promise<void> {
  const fresh =
    sessionHash &&
    (await knex('sessions')
      .where({ token_hash: sessionHash })
      .where('verified_until', '>', knex.fn.now())
      .first('id'));
  if (!fresh) deny('Confirm first that it is you.');
}
