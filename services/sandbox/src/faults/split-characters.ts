/** A part ends inside the first character of several bytes after `leastBytes`, at the latest after `mostBytes`. */
const leastBytes = 13;
const mostBytes = 67;

/** Cuts what is written into small buffers, in the middle of characters of several bytes wherever there are any. */
export function splitCharacters(written: string | Buffer): Buffer[] {
  const bytes = Buffer.from(written);
  const parts: Buffer[] = [];
  let start = 0;
  while (start < bytes.length) {
    let end = Math.min(start + leastBytes, bytes.length);
    while (end < bytes.length && end - start < mostBytes && !isInsideCharacter(bytes[end])) end += 1;
    parts.push(bytes.subarray(start, end));
    start = end;
  }
  return parts;
}

function isInsideCharacter(byte: number | undefined): boolean {
  return byte !== undefined && (byte & 0xc0) === 0x80;
}
