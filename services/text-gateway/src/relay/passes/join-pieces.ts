/** All pieces as one; without a copy where they lie one after the other, as those do that arrived together. */
export function joinPieces(pieces: readonly Buffer[]): Buffer {
  const [first] = pieces;
  if (!first) return Buffer.alloc(0);
  let end = first.byteOffset;
  for (const piece of pieces) {
    if (piece.buffer !== first.buffer || piece.byteOffset !== end) return Buffer.concat(pieces);
    end += piece.length;
  }
  return Buffer.from(first.buffer, first.byteOffset, end - first.byteOffset);
}
