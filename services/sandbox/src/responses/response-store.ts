// Only this dialect lets a request refer to what was said before by its id.
import type { Item } from './item.ts';

/** One response that was stored, with the whole conversation that it ends. */
interface Stored {
  key: string;
  id: string;
  items: Item[];
  sizeBytes: number;
}

export interface ResponseStore {
  /** The vendor tells accounts apart by their keys: one knows nothing of the other's responses. */
  of(key: string): KeptResponses;
}

export interface KeptResponses {
  add(id: string, items: Item[]): void;
  /** The conversation up to and with that response; null when it is not known, or no longer. */
  conversation(id: string): Item[] | null;
  item(id: string): Item | null;
}

const keptResponses = 1_000;
const keptBytes = 64 * 1024 * 1024;

/** Keeps the last 1000 responses, fewer when their conversations exceed 64 MB together. */
export function createResponseStore(): ResponseStore {
  const stored: Stored[] = [];
  let sizeBytes = 0;
  return {
    of: (key) => ({
      add(id, items) {
        const size = items.reduce((sum, { message }) => sum + Buffer.byteLength(message?.text ?? ''), 0);
        stored.push({ key, id, items, sizeBytes: size });
        sizeBytes += size;
        while (stored.length > keptResponses || sizeBytes > keptBytes) {
          sizeBytes -= stored.shift()?.sizeBytes ?? 0;
        }
      },
      conversation: (id) =>
        stored.findLast((response) => response.key === key && response.id === id)?.items ?? null,
      item: (id) =>
        stored
          .findLast((response) => response.key === key && response.items.some((item) => item.id === id))
          ?.items.find((item) => item.id === id) ?? null,
    }),
  };
}
