import { isRecord, type JsonRecord, textIn } from '../../../json/read.ts';

/**
 * Gives each event of an item its place in the output where the upstream names none, as llama.cpp does: by the item's id, in the order
 * in which items come. What names neither belongs to the item that came last.
 */
export function placeItems(): (event: JsonRecord) => JsonRecord {
  const places = new Map<string, number>();
  let last = 0;
  return (event) => {
    if (typeof event.output_index === 'number') return event;
    const id = idOf(event);
    if (id !== '') {
      last = places.get(id) ?? places.size;
      places.set(id, last);
    }
    return { ...event, output_index: last };
  };
}

function idOf({ item_id: itemId, item }: JsonRecord): string {
  return textIn(itemId) || (isRecord(item) ? textIn(item.id) || textIn(item.call_id) : '');
}
