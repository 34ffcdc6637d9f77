import { DocumentError } from './read-document.ts';

/**
 * The text of a file in UTF-8, less a byte order mark. Throws a DocumentError for any other encoding: what cannot be read would
 * become another character, in a password as well, which nobody could sign in with.
 */
export function decodeText(bytes: Uint8Array): string {
  const text = decode(bytes);
  if (text !== undefined) return text;
  const problem = `line ${findLine(bytes)}: It is not UTF-8: save the file in that encoding`;
  throw new DocumentError([problem]);
}

function decode(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** The first line that cannot be read: no character of UTF-8 has the byte of a line's end within it. */
function findLine(bytes: Uint8Array): number {
  let line = 1;
  for (let from = 0; ; line += 1) {
    const end = bytes.indexOf(0x0a, from);
    if (end < 0 || decode(bytes.subarray(from, end)) === undefined) return line;
    from = end + 1;
  }
}
