import { isRecord, type JsonRecord, recordsIn, textIn } from '../../../json/read.ts';

export interface ItemPlaces {
  /** The event with its item's place in the output. */
  place(event: JsonRecord): JsonRecord;
  /** The items of the whole output, each at the place that its events had. */
  placeAll(output: unknown): (readonly [place: number, item: unknown])[];
}

/**
 * Gives each event of an item its place in the output where the upstream names none, as llama.cpp does: the one that other events of
 * the item's id had, or else the next. What names neither belongs to the item that came last, unless that was done, or it begins one.
 */
export function placeItems(): ItemPlaces {
  const places = new Map<string, number>();
  /** Places of items whose id has come. */
  const named = new Set<number>();
  let last: number | undefined;
  let next = 0;
  let isLastDone = false;
  /** The order of the items in the output may be another. */
  let isGuessed = false;

  function find(ids: readonly string[]): number | undefined {
    const known = ids.find((id) => places.has(id));
    return known === undefined ? undefined : places.get(known);
  }

  function guess(type: unknown, ids: readonly string[]): number {
    isGuessed = true;
    const begins = isLastDone || type === 'response.output_item.added';
    if (last === undefined || begins) return next;
    return ids.length > 0 && named.has(last) ? next : last;
  }

  return {
    place(event) {
      const { output_index: index, type } = event;
      const ids = idsOf(event);
      const place = typeof index === 'number' ? index : (find(ids) ?? guess(type, ids));
      for (const id of ids) places.set(id, place);
      if (ids.length > 0) named.add(place);
      last = place;
      next = Math.max(next, place + 1);
      isLastDone = type === 'response.output_item.done';
      return place === index ? event : { ...event, output_index: place };
    },
    placeAll(output) {
      if (!Array.isArray(output)) return [];
      const whole = [...output.entries()];
      if (!isGuessed) return whole;
      const taken = new Set(recordsIn(output).map((item) => find(idsOf({ item }))));
      return whole.map(([index, item]) => {
        const known = find(idsOf({ item }));
        if (known !== undefined || !taken.has(index)) return [known ?? index, item];
        // Behind all that have a place, or may be given theirs by the output.
        return [Math.max(next, whole.length) + index, item];
      });
    },
  };
}

/** Of calls also the id that their results refer to. */
function idsOf({ item_id: itemId, item }: JsonRecord): string[] {
  const { id, call_id: callId, type } = isRecord(item) ? item : {};
  const ids = [itemId, id, ...(textIn(type).endsWith('_output') ? [] : [callId])];
  return ids.map(textIn).filter((one) => one !== '');
}
