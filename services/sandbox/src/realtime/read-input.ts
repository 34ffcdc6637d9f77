import { type Checked, invalid, refused, wrongType } from '../chat-completions/vendor-error.ts';
import { asRecord, type JsonRecord } from '../json-record.ts';
import { findItem } from './conversation.ts';
import { readItem } from './read-item.ts';
import type { Session } from './session.ts';

/** What a response reads: the conversation, or the items that it was given in its place. */
export function readInput(session: Session, { input }: JsonRecord): Checked<JsonRecord[]> {
  if (input === undefined) return { type: 'ok', value: session.items };
  if (!Array.isArray(input)) return refused(wrongType('response.input', 'an array of objects', input));
  const items: JsonRecord[] = [];
  for (const [index, given] of input.entries()) {
    const path = `response.input[${index}]`;
    const read =
      asRecord(given)?.type === 'item_reference'
        ? readReference(session, asRecord(given)?.id, path)
        : readItem(session, given, { path, known: items });
    if (read.type === 'refused') return read;
    items.push(read.value);
  }
  return { type: 'ok', value: items };
}

function readReference(session: Session, id: unknown, path: string): Checked<JsonRecord> {
  const item = findItem(session, id);
  if (item) return { type: 'ok', value: item };
  return refused(invalid(`Item with id '${id}' not found.`, `${path}.id`, 'item_not_found'));
}
