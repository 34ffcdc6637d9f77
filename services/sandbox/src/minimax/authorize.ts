import { keyOf } from '../chat-completions/authorize.ts';
import type { Incoming } from '../exchange/dialect.ts';

/** The Bearer key; null when there is none, or one that begins with "bad". */
export function readKey({ headers }: Incoming): string | null {
  const key = keyOf(headers.authorization);
  return key === null || key.startsWith('bad') ? null : key;
}
