/**
 * The arguments of a call as they come in pieces. Some upstreams say more than these: all of them once more behind the pieces, as
 * LiteLLM and others do, or an empty object before them, as proxies of Claude do that take its `input: {}` for a beginning.
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
  let said = '';
  let isHeld = false;
  let extent = beginExtent();
  return {
    add(piece) {
      if (extent.isWhole() && (!isHeld || piece.trim() === '')) return '';
      if (isHeld) {
        said = '';
        extent = beginExtent();
      }
      isHeld = said === '' && piece.trim() === '{}';
      said += piece;
      extent.see(piece);
      return isHeld ? '' : piece;
    },
    end: () => (isHeld ? said : ''),
    isWhole: () => extent.isWhole(),
    are: (text) => said === text,
  };
}

interface Extent {
  see(piece: string): void;
  isWhole(): boolean;
}

/** Follows an object to its last brace. Reading it anew for each piece would take the square of its length. */
function beginExtent(): Extent {
  let depth = 0;
  let hasBegun = false;
  let isObject = false;
  let isQuoted = false;
  let isEscaped = false;

  function seeChar(char: string): void {
    if (isEscaped) isEscaped = false;
    else if (isQuoted && char === '\\') isEscaped = true;
    else if (char === '"') isQuoted = !isQuoted;
    else if (!isQuoted && char === '{') depth += 1;
    else if (!isQuoted && char === '}') depth -= 1;
  }

  return {
    see(piece) {
      const text = hasBegun ? piece : piece.trimStart();
      if (!hasBegun && text !== '') {
        hasBegun = true;
        isObject = text.startsWith('{');
      }
      for (const char of text) seeChar(char);
    },
    isWhole: () => isObject && depth === 0,
  };
}
