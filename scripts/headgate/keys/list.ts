import { itemsOf, numberOf, textOf } from '../api/members.ts';
import { formatPages } from '../format-table.ts';
import { isUnread, printJsonLine } from '../print.ts';
import { jsonOption, readWords } from '../read-words.ts';
import { WordsError } from '../words-error.ts';
import type { KeysVerb } from './verb.ts';

const pageSize = 100;
const states: Record<number, string> = { 1: 'enabled', 2: 'disabled', 3: 'expired', 4: 'exhausted' };

/** `headgate keys list`: each with its id, its state and its quota; `--everybody` for administrators. */
export const list: KeysVerb = (words) => {
  const { values, positionals } = readWords(words, {
    ...jsonOption,
    everybody: { type: 'boolean', default: false },
  });
  if (positionals.length > 0) throw new WordsError('');
  const path = values.everybody ? '/api/token/all' : '/api/token';
  return async (api) => {
    // Many keys are many pages: each is shown as it comes.
    const formatPage = formatPages(['id', 'state', 'left', 'used', 'key', 'name']);
    let isEmpty = true;
    // Pages that are far behind have no number, and keys that are made meanwhile shift those that have.
    let cursor = '';
    do {
      const data = await api.ask('GET', path, { query: { page_size: String(pageSize), cursor } });
      const items = itemsOf(data);
      if (values.json) for (const item of items) printJsonLine(item);
      else if (items.length > 0) process.stdout.write(formatPage(items.map(toRow)));
      isEmpty &&= items.length === 0;
      cursor = textOf(data, 'next_cursor');
    } while (cursor !== '' && !isUnread());
    if (!values.json && isEmpty) process.stdout.write('there are no keys\n');
    return 0;
  };
};

function toRow(item: unknown): (string | bigint)[] {
  const isUnlimited = Object(item).unlimited_quota === true;
  return [
    BigInt(numberOf(item, 'id')),
    states[numberOf(item, 'status')] ?? '',
    isUnlimited ? 'no limit' : String(numberOf(item, 'remain_quota')),
    BigInt(numberOf(item, 'used_quota')),
    textOf(item, 'key'),
    textOf(item, 'name'),
  ];
}
