import { invalid, type VendorError } from '../chat-completions/vendor-error.ts';
import type { JsonRecord } from '../json-record.ts';
import { bytesPerMs, partsOf } from './count.ts';
import type { Session } from './session.ts';

/** Puts an item into the conversation, at its end unless another place is named, and says so. */
export function addItem(session: Session, item: JsonRecord, index = session.items.length): void {
  beginItem(session, item, index);
  endItem(session, item);
}

/** The same of one whose content is still to come. */
export function beginItem(session: Session, item: JsonRecord, index = session.items.length): void {
  session.items.splice(index, 0, item);
  tell(session, 'conversation.item.added', item);
}

/** The item is whole. It stays deleted where the client has deleted it. */
export function endItem(session: Session, item: JsonRecord): void {
  session.items = session.items.map((known) => (known.id === item.id ? item : known));
  tell(session, 'conversation.item.done', item);
}

export function findItem({ items }: Session, itemId: unknown): JsonRecord | undefined {
  return items.find(({ id }) => id === itemId);
}

/** What the vendor says where an event names an item that is not there. */
export function noItem(deed: keyof typeof doing, itemId: unknown): VendorError {
  const message = `Error ${doing[deed]} item: the item with id '${itemId}' does not exist.`;
  return invalid(message, null, `item_${deed}_invalid_item_id`);
}

const doing = { delete: 'deleting', retrieve: 'retrieving', truncate: 'truncating' };

function tell(session: Session, type: string, item: JsonRecord): void {
  const index = session.items.findIndex(({ id }) => id === item.id);
  const previous = session.items[index - 1]?.id ?? null;
  session.send(type, { previous_item_id: previous, item: withoutSound(item) });
}

/** As events show an item: its sound is only given to who retrieves it. */
export function withoutSound(item: JsonRecord): JsonRecord {
  return withParts(item, ({ audio, audioMs, ...part }) => part);
}

/** What was said aloud is silence, and kept as its length (`audioMs`). */
export function withSound(item: JsonRecord): JsonRecord {
  return withParts(item, ({ audioMs, ...part }) =>
    typeof audioMs === 'number'
      ? { ...part, audio: Buffer.alloc(audioMs * bytesPerMs).toString('base64') }
      : part,
  );
}

function withParts(item: JsonRecord, change: (part: JsonRecord) => JsonRecord): JsonRecord {
  return Array.isArray(item.content) ? { ...item, content: partsOf(item).map(change) } : item;
}
