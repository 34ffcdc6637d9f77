/** Reads members of an answer that may be anything. */
export type Json = { readonly [name: string]: unknown };

/** Without a byte order mark, as whoever fetches JSON reads it. */
const utf8 = new TextDecoder();

/** The object that a text is, or undefined for anything else: HTML, a list, half an object. */
export function parseObject(body: Buffer): Json | undefined {
  try {
    return asObject(JSON.parse(utf8.decode(body)));
  } catch {
    return undefined;
  }
}

/** The objects of a text that is a list, or undefined for anything else. */
export function parseList(body: Buffer): Json[] | undefined {
  try {
    const list: unknown = JSON.parse(utf8.decode(body));
    if (!Array.isArray(list)) return undefined;
    return asObjects(list);
  } catch {
    return undefined;
  }
}

export function asObject(value: unknown): Json | undefined {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isObject ? (value as Json) : undefined;
}

/** The objects of a list, without what else is in it; none where it is no list. */
export function asObjects(value: unknown): Json[] {
  return Array.isArray(value) ? value.map(asObject).filter((item) => item !== undefined) : [];
}

export function asText(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

export function asNumber(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}
