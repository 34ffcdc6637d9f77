/** What the language has of it, and its library does not name yet. */
declare global {
  interface JSON {
    rawJSON(text: string): object;
    isRawJSON(value: unknown): value is { readonly rawJSON: string };
  }
}

/** Behind a bracket, a colon or a comma; the same within a text costs time and no more. */
const longNumber = /[[:,\s]-?\d{16}/;
const digitsKept = 15;

/**
 * Parses JSON whose values are written again. Whole numbers of more digits than a double holds stay as they were written:
 * arguments of tools have ids of others in them, and schemas the bounds of 64 bits.
 */
export function parseJson(text: string): unknown {
  return longNumber.test(text) ? JSON.parse(text, keepDigits) : JSON.parse(text);
}

function keepDigits(_name: string, value: unknown, { source = '' }: { source?: string } = {}): unknown {
  if (typeof value !== 'number' || source.length <= digitsKept || String(value) === source) return value;
  return /^-?\d+$/.test(source) ? JSON.rawJSON(source) : value;
}
