import { createTextScanner } from './scan-texts.ts';

/** Longer texts are files in base64. */
const longestText = 64 * 1024;
const mark = Buffer.from('"');
/** What stands where a text was too long. */
export const cutText = '...';

/** Takes long texts out of JSON as it comes: answers with films in them are read without holding the films. */
export function createTextCutter(): (chunk: Buffer) => Buffer {
  const scan = createTextScanner();
  let held: Buffer[] = [];
  let size = 0;
  return (chunk) => {
    const out: Buffer[] = [];
    for (const { isText, bytes, isLast } of scan(chunk)) {
      if (!isText) {
        out.push(bytes);
        if (isLast) out.push(mark);
        continue;
      }
      size += bytes.length;
      if (size <= longestText) held.push(bytes);
      else held = [];
      if (!isLast) continue;
      out.push(...(size <= longestText ? held : [Buffer.from(cutText)]), mark);
      held = [];
      size = 0;
    }
    return Buffer.concat(out);
  };
}
