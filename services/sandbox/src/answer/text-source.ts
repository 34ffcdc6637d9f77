/** A text that is said piece by piece. A generated one never exists as a whole, so it may be of any size. */
export type TextSource =
  | { type: 'fixed'; text: string; pieceSize: number }
  | { type: 'generated'; sizeBytes: number; pieceSize: number };

export const defaultPieceSize = 16;

const filler = 'the quick brown fox jumps over the lazy dog ';

/** The pieces of a text, in order. */
export function pieces(source: TextSource): Generator<string> {
  return source.type === 'fixed'
    ? fixedPieces(source.text, source.pieceSize)
    : generatedPieces(source.sizeBytes, source.pieceSize);
}

/** Upper bound of what a source says, in bytes of UTF-8. */
export function sourceSizeBytes(source: TextSource): number {
  return source.type === 'fixed' ? Buffer.byteLength(source.text) : source.sizeBytes;
}

/** The longest beginning of `text` that takes at most `sizeBytes` bytes of UTF-8 and cuts no character. */
export function takeBytes(text: string, sizeBytes: number): string {
  if (Buffer.byteLength(text) <= sizeBytes) return text;
  let used = 0;
  let end = 0;
  for (const character of text) {
    used += Buffer.byteLength(character);
    if (used > sizeBytes) break;
    end += character.length;
  }
  return text.slice(0, end);
}

/** Slices of `size` UTF-16 units; a slice grows by one rather than cut a surrogate pair. */
function* fixedPieces(text: string, size: number): Generator<string> {
  let start = 0;
  while (start < text.length) {
    let end = start + size;
    if (end < text.length && isHighSurrogate(text.charCodeAt(end - 1))) end += 1;
    yield text.slice(start, end);
    start = end;
  }
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}

/** Each piece begins with its number, from 0, so that a lost, doubled or swapped piece shows. */
function* generatedPieces(sizeBytes: number, pieceSize: number): Generator<string> {
  const padding = filler.repeat(Math.ceil(pieceSize / filler.length));
  let left = sizeBytes;
  for (let number = 0; left > 0; number += 1) {
    const size = Math.min(pieceSize, left);
    const label = `${number} `;
    yield label.length >= size ? label.slice(0, size) : label + padding.slice(0, size - label.length);
    left -= size;
  }
}
