import { numberOf, textOf } from '../api/members.ts';
import { printJson } from '../print.ts';
import { readTime } from '../read-time.ts';
import { jsonOption, readWords } from '../read-words.ts';
import { WordsError } from '../words-error.ts';
import type { KeysVerb } from './verb.ts';

/** `headgate keys create NAME`: prints the text of the new key. */
export const create: KeysVerb = (words) => {
  const { values, positionals } = readWords(words, {
    ...jsonOption,
    quota: { type: 'string' },
    models: { type: 'string' },
    group: { type: 'string' },
    expires: { type: 'string' },
  });
  const [name, ...more] = positionals;
  if (name === undefined || more.length > 0) throw new WordsError('');
  const { quota, models, group, expires } = values;
  const body = {
    name,
    ...(quota === undefined ? { unlimited_quota: true } : { remain_quota: readUnits(quota) }),
    ...(models !== undefined && { models: models.split(',').map((model) => model.trim()) }),
    ...(group !== undefined && { group }),
    ...(expires !== undefined && { expired_time: Math.floor(readTime(expires, 'after') / 1_000) }),
  };
  return async (api) => {
    const data = await api.ask('POST', '/api/token', { body });
    const made = { id: numberOf(data, 'id'), key: textOf(data, 'key') };
    if (values.json) printJson(made);
    else process.stdout.write(`${made.key}\n`);
    return 0;
  };
};

function readUnits(text: string): number {
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw new WordsError(`${text} is no number of quota units: a dollar is 500000.`);
}
