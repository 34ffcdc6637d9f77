const quote = 0x22;
const backslash = 0x5c;

/** A piece of JSON: of a text, without its quotes and as it is escaped, or of what stands between texts. */
export interface Piece {
  isText: boolean;
  bytes: Buffer;
  /** The text, or what stands between two, ends with it. */
  isLast: boolean;
}

/** Takes JSON apart as it comes, without holding any of it. */
export function createTextScanner(): (chunk: Buffer) => Piece[] {
  let isText = false;
  let isEscaped = false;
  return (chunk) => {
    const pieces: Piece[] = [];
    let from = 0;
    // What follows a backslash is never a quote that ends a text.
    let at = isEscaped && chunk.length > 0 ? 1 : 0;
    if (chunk.length > 0) isEscaped = false;
    for (;;) {
      const end = chunk.indexOf(quote, at);
      const slash = isText ? chunk.indexOf(backslash, at) : -1;
      if (slash !== -1 && (end === -1 || slash < end)) {
        at = slash + 2;
        isEscaped = at > chunk.length;
        continue;
      }
      if (end === -1) break;
      pieces.push({ isText, bytes: chunk.subarray(from, end), isLast: true });
      isText = !isText;
      from = end + 1;
      at = from;
    }
    if (from < chunk.length) pieces.push({ isText, bytes: chunk.subarray(from), isLast: false });
    return pieces;
  };
}
