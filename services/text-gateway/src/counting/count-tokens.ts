import { type Tokenizer, tokenize } from './tokenizer.ts';

/** Longer texts are counted by the rate of a sample of this many characters. */
export const sampleLength = 32 * 1024;

/** Of so many pieces, spread evenly. */
const pieces = 16;

/**
 * A tokenizer's work grows with the square of the length of a word, and a megabyte of one character is one word: no more
 * than this is handed to it at once.
 */
export const sliceLength = 512;

/** Tokens of a text. The work is bounded, whatever the text. */
export function countTokens(text: string, count: Tokenizer = tokenize): number {
  if (text.length <= sampleLength) return countSlices(text, count);
  const pieceLength = sampleLength / pieces;
  const step = (text.length - pieceLength) / (pieces - 1);
  let tokens = 0;
  for (let piece = 0; piece < pieces; piece += 1) {
    const start = Math.floor(piece * step);
    tokens += countSlices(text.slice(start, start + pieceLength), count);
  }
  return Math.ceil((tokens * text.length) / sampleLength);
}

function countSlices(text: string, count: Tokenizer): number {
  let tokens = 0;
  for (let start = 0; start < text.length; ) {
    const end = start + sliceEnd(text.slice(start, start + sliceLength));
    tokens += count(text.slice(start, end));
    start = end;
  }
  return tokens;
}

/** A slice ends before a space, where the tokenizer cuts as well; in the middle of a word where there is none. */
function sliceEnd(slice: string): number {
  if (slice.length < sliceLength) return slice.length;
  const space = slice.lastIndexOf(' ');
  return space > sliceLength / 2 ? space : slice.length;
}
