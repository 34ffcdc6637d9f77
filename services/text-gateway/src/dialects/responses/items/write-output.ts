/** The items of an answer that is being written, with the events that tell of them. */
import type { JsonRecord } from '../../../json/read.ts';
import type { Ids } from '../../codec.ts';

/** An event of a stream, without its number. */
export type WireEvent = JsonRecord & { type: string };

/** What every event within an item says of it. */
export interface ItemPlace {
  item_id: string;
  output_index: number;
}

export interface Output {
  /** At their places, as far as they are written. */
  items: readonly JsonRecord[];
  begin(
    prefix: 'msg' | 'fc' | 'ctc' | 'tsc' | 'rs' | 'ig',
    members: JsonRecord,
  ): { place: ItemPlace; events: WireEvent[] };
  /** Replaces members of the item by what they are at its end. */
  end(place: ItemPlace, members: JsonRecord): WireEvent[];
  /** An item that stands as it came. */
  add(item: JsonRecord): WireEvent[];
}

export function createOutput({ requestId }: Ids): Output {
  const items: JsonRecord[] = [];
  const stem = requestId.replaceAll('-', '');

  function put(item: JsonRecord): number {
    return items.push(item) - 1;
  }

  return {
    items,
    begin(prefix, members) {
      const id = `${prefix}_${stem}_${items.length}`;
      const item = { id, ...members };
      const output_index = put(item);
      return {
        place: { item_id: id, output_index },
        events: [{ type: 'response.output_item.added', output_index, item }],
      };
    },
    end({ output_index }, members) {
      const item = { ...items[output_index], ...members };
      items[output_index] = item;
      return [{ type: 'response.output_item.done', output_index, item }];
    },
    add(item) {
      const output_index = put(item);
      return [
        { type: 'response.output_item.added', output_index, item },
        { type: 'response.output_item.done', output_index, item },
      ];
    },
  };
}
