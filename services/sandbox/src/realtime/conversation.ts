import type { JsonRecord } from '../json-record.ts';
import type { Session } from './session.ts';

/** Puts an item at the end of the conversation and says so. */
export function addItem(session: Session, given: JsonRecord): JsonRecord {
  const previous = session.items.at(-1)?.id ?? null;
  const item = { id: session.newId('item'), object: 'realtime.item', status: 'completed', ...given };
  session.items.push(item);
  for (const type of ['conversation.item.added', 'conversation.item.done']) {
    session.send(type, { previous_item_id: previous, item });
  }
  return item;
}
