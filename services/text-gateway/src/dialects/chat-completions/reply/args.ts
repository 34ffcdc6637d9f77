/**
 * The arguments of a call as they come in pieces. Some upstreams say more than these: all of them once more behind the pieces, as
 * LiteLLM and others do, or an empty object before them, as proxies of Claude do that take its `input: {}` for a beginning. What
 * else a model says behind an object, as where it forgot to escape a quote, is left to it: cut there, they would be other arguments.
 */
export interface Args {
  /** What a piece adds to them. */
  add(piece: string): string;
  /** What was held back. */
  end(): string;
  /** Whether they are an object to which nothing can be added. */
  isWhole(): boolean;
  /** Whether this is all of them. */
  are(text: string): boolean;
}

export function beginArgs(): Args {
  /** An empty object, which may be no more than a beginning. */
  let held = '';
  let isSaidAgain = false;
  let extent = beginExtent();
  return {
    add(piece) {
      const isBlank = piece.trim() === '';
      const isBegun = piece.trimStart().startsWith('{');
      isSaidAgain ||= held === '' && isBegun && extent.isWhole();
      if (isSaidAgain || (isBlank && extent.isWhole())) return '';
      if (held !== '' && isBegun) {
        held = '';
        extent = beginExtent();
      }
      const isEmpty = extent.length() === 0 && piece.trim() === '{}';
      const text = held + piece;
      extent.see(piece);
      held = isEmpty ? piece : '';
      return isEmpty ? '' : text;
    },
    end: () => held,
    isWhole: () => extent.isWhole(),
    are: (text) => text.length === extent.length() && sumUp(text) === extent.sum(),
  };
}

interface Extent {
  see(piece: string): void;
  isWhole(): boolean;
  length(): number;
  sum(): number;
}

/**
 * Follows an object to its last brace. Reading it anew for each piece would take the square of its length, and its pieces, kept while
 * the stream lasts, ten times that.
 */
function beginExtent(): Extent {
  let depth = 0;
  let hasBegun = false;
  let isObject = false;
  let isQuoted = false;
  let isEscaped = false;
  let length = 0;
  let sum = 0;

  function seeChar(char: string): void {
    if (isEscaped) isEscaped = false;
    else if (isQuoted && char === '\\') isEscaped = true;
    else if (char === '"') isQuoted = !isQuoted;
    else if (!isQuoted && char === '{') depth += 1;
    else if (!isQuoted && char === '}') depth -= 1;
  }

  return {
    see(piece) {
      length += piece.length;
      sum = sumUp(piece, sum);
      const text = hasBegun ? piece : piece.trimStart();
      if (!hasBegun && text !== '') {
        hasBegun = true;
        isObject = text.startsWith('{');
      }
      for (const char of text) seeChar(char);
    },
    isWhole: () => isObject && depth === 0 && !isQuoted,
    length: () => length,
    sum: () => sum,
  };
}

/** Tells texts of one length apart, which come in pieces: FNV-1a in 32 bits. */
function sumUp(text: string, before = 0): number {
  let sum = before;
  for (let at = 0; at < text.length; at += 1) sum = Math.imul(sum ^ text.charCodeAt(at), 0x01000193);
  return sum;
}
