import { withSessionApi } from './api/with-session-api.ts';
import type { ExitStatus } from './exit-status.ts';
import { create } from './keys/create.ts';
import { list } from './keys/list.ts';
import { revoke } from './keys/revoke.ts';
import type { KeysVerb } from './keys/verb.ts';
import { WordsError } from './words-error.ts';

/** What can be done with keys, one file each. */
const verbs: Record<string, KeysVerb> = { create, list, revoke };

/** `headgate keys VERB ...`: the keys of whoever asks. */
export async function keys([verb = '', ...words]: readonly string[]): Promise<ExitStatus> {
  const run = Object.hasOwn(verbs, verb) ? verbs[verb] : undefined;
  if (!run) throw new WordsError('');
  const ask = run(words);
  return withSessionApi(ask);
}
