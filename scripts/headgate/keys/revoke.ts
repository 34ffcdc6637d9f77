import { printJson } from '../print.ts';
import { jsonOption, readWords } from '../read-words.ts';
import { WordsError } from '../words-error.ts';
import type { KeysVerb } from './verb.ts';

/** `headgate keys revoke ID...`: takes keys out of use for good; stops at the first that is refused. */
export const revoke: KeysVerb = (words) => {
  const { values, positionals: ids } = readWords(words, jsonOption);
  if (ids.length === 0) throw new WordsError('');
  for (const id of ids)
    if (!/^[1-9]\d{0,17}$/.test(id)) throw new WordsError(`${id} is no id: "keys list" shows them.`);
  return async (api) => {
    const revoked: number[] = [];
    try {
      for (const id of ids) {
        await api.ask('DELETE', `/api/token/${id}`);
        revoked.push(Number(id));
        if (!values.json) process.stdout.write(`key ${id} is revoked\n`);
      }
    } finally {
      // What was done is said of those as well that stop half way.
      if (values.json && revoked.length > 0) printJson({ revoked });
    }
    return 0;
  };
};
