import type { Knex } from 'knex';
import type { Act } from '../operations/act.ts';
import { denyFor } from '../operations/refuse.ts';
import type { User } from '../users/store.ts';

/** As long as a confirmation holds. */
const justNow = '10 minutes';

/** Whether whoever asks gave their password, or what they have instead, minutes ago. */
export async function hasJustSignedIn(
  knex: Knex,
  { sessionHash }: Pick<Act<User>, 'sessionHash'>,
): Promise<boolean> {
  if (!sessionHash) return false;
  const young = await knex('sessions')
    .where({ token_hash: sessionHash })
    .whereRaw('created_at > now() - ?::interval', [justNow])
    .first('id');
  return young !== undefined;
}

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
  if (!fresh) denyFor('step_up_needed');
}
