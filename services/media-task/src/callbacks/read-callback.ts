import { type Fields, readText } from '../families/fields.ts';
import { refuse } from '../families/refuse.ts';

/** Where a client wants to hear that its task has ended. */
export interface Callback {
  url: string;
  /** Addresses in what it is told begin with it. */
  baseUrl: string;
}

const longestUrl = 2_048;

interface CallbackTerms {
  /** Callbacks are sent at all. */
  isOn: boolean;
  baseUrl: string;
}

/** What a request may wish for, and where its client reaches the gateway. */
export function callbackTerms(
  { config }: { config: { callbackSecret?: Buffer | undefined } },
  { baseUrl }: { baseUrl: string },
): CallbackTerms {
  return { isOn: config.callbackSecret !== undefined, baseUrl };
}

/**
 * The `callback_url` of a body, if it has one. Refused where callbacks are switched off, since a client that waits for one
 * would wait for ever. Whether the address is public is seen when it is called: names may lead elsewhere by then.
 */
export function readCallback(fields: Fields, { isOn, baseUrl }: CallbackTerms): Callback | undefined {
  const text = readText(fields, 'callback_url');
  if (text === undefined) return undefined;
  if (!isOn) refuse('callback_url', 'callback_url is not taken: this gateway sends no callbacks.');
  return checkAddress(text, 'callback_url', baseUrl);
}

/**
 * The same in a dialect of a vendor's, under the vendor's own name. Where callbacks are switched off it counts for nothing:
 * clients of those dialects send it always, and ask for their tasks all the same.
 */
export function readVendorCallback(
  fields: Fields,
  name: 'notifyHook' | 'callback_url',
  { isOn, baseUrl }: CallbackTerms,
): Callback | undefined {
  const text = isOn ? readText(fields, name) : undefined;
  return text === undefined ? undefined : checkAddress(text, name, baseUrl);
}

function checkAddress(text: string, name: string, baseUrl: string): Callback {
  if (text.length > longestUrl) {
    refuse(name, `${name} has ${text.length} characters; at most ${longestUrl} are taken.`);
  }
  const url = URL.parse(text);
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:')) {
    refuse(name, `${name} is not an address that begins with https:// or http://.`);
  }
  if (url.username !== '' || url.password !== '') {
    refuse(name, `${name} must not hold a user name.`);
  }
  return { url: text, baseUrl };
}
