import { invalid } from '../chat-completions/vendor-error.ts';
import type { JsonRecord } from '../json-record.ts';
import { addItem, findItem } from './conversation.ts';
import { readItem } from './read-item.ts';
import type { Session } from './session.ts';

/** Adds an item of the client's behind the one that it names, or at the end. */
export function createItem(session: Session, { item, previous_item_id }: JsonRecord): void {
  const index = placeBehind(session, previous_item_id ?? null);
  const read = readItem(session, item, { path: 'item', known: session.items });
  if (index === null) {
    const message = `Error adding item: the previous item with id '${previous_item_id}' does not exist.`;
    session.refuse(invalid(message, null, 'item_create_invalid_previous_item_id'));
  } else if (read.type === 'refused') {
    session.refuse(read.error);
  } else {
    addItem(session, read.value, index);
  }
}

/** Null where there is no such item. */
function placeBehind(session: Session, itemId: unknown): number | null {
  if (itemId === null) return session.items.length;
  if (itemId === 'root') return 0;
  const previous = findItem(session, itemId);
  return previous ? session.items.indexOf(previous) + 1 : null;
}
