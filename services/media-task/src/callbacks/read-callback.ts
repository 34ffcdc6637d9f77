import { type Fields, readText } from '../families/fields.ts';
import { refuse } from '../families/refuse.ts';

/** Where a client wants to hear that its task has ended. */
export interface Callback {
  url: string;
  /** Addresses in what it is told begin with it. */
  baseUrl: string;
}

const longestUrl = 2_048;

/**
 * The `callback_url` of a body, if it has one. Refused where callbacks are switched off, since a client that waits for one
 * would wait for ever. Whether the address is public is seen when it is called: names may lead elsewhere by then.
 */
export function readCallback(
  fields: Fields,
  { isOn, baseUrl }: { isOn: boolean; baseUrl: string },
): Callback | undefined {
  const text = readText(fields, 'callback_url');
  if (text === undefined) return undefined;
  if (!isOn) refuse('callback_url', 'callback_url is not taken: this gateway sends no callbacks.');
  const url = text.length <= longestUrl ? URL.parse(text) : null;
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:')) {
    refuse('callback_url', 'callback_url is not an address that begins with https:// or http://.');
  }
  if (url.username !== '' || url.password !== '') {
    refuse('callback_url', 'callback_url must not hold a user name.');
  }
  return { url: text, baseUrl };
}
