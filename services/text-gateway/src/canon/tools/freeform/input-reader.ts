import { parseJson } from '../../../json/parse.ts';
import { isRecord } from '../../../json/read.ts';

/**
 * Reads the text of a freeform call out of the JSON of its arguments, as it comes. However that is cut, the pieces together are
 * the same. Where the JSON is not what it should be, what the model wrote is the text: nothing of it is lost.
 */
export interface InputReader {
  /** More of the JSON. Gives what it adds to the text. */
  push(piece: string): string;
  /** The JSON is over: gives what was held back. */
  end(): string;
}

/** The whole text of a call. */
export function readInput(argsText: string): string {
  const reader = createInputReader();
  return reader.push(argsText) + reader.end();
}

/** The beginning that nearly every call has. Any other is read at its end. */
const head = /^\s*\{\s*"input"\s*:\s*"/;
const longestHead = 256;

export function createInputReader(): InputReader {
  let place: 'before' | 'within' | 'behind' | 'elsewhere' = 'before';
  /** Before the text, behind it or elsewhere all that came; within it an escape that is not whole. */
  let held = '';
  let half = '';

  function begin(): string {
    const [found] = head.exec(held.slice(0, longestHead)) ?? [];
    if (found === undefined) {
      if (held.length >= longestHead) place = 'elsewhere';
      return '';
    }
    place = 'within';
    const rest = held.slice(found.length);
    held = '';
    return goOn(rest);
  }

  function goOn(piece: string): string {
    const read = unescapeUpToQuote(held + piece);
    held = read.rest;
    if (read.isOver) place = 'behind';
    return read.text;
  }

  /** Clients that read UTF-8 cannot be given half of a character. */
  function whole(text: string): string {
    const joined = half + text;
    const isCut = /[\ud800-\udbff]$/.test(joined);
    half = isCut ? joined.slice(-1) : '';
    return isCut ? joined.slice(0, -1) : joined;
  }

  return {
    push(piece) {
      if (place === 'within') return whole(goOn(piece));
      held += piece;
      return place === 'before' ? whole(begin()) : '';
    },
    end() {
      const isBegun = place === 'within' || place === 'behind';
      const last = half + (isBegun ? readBehind(held) : readElsewhere(held));
      [held, half] = ['', ''];
      return last;
    },
  };
}

const escapes = new Map([
  ['"', '"'],
  ['\\', '\\'],
  ['/', '/'],
  ['b', '\b'],
  ['f', '\f'],
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
]);

/** What is no escape stands for itself. `rest` begins with the quote, or with an escape that is not whole. */
function unescapeUpToQuote(json: string): { text: string; rest: string; isOver: boolean } {
  const pieces: string[] = [];
  let from = 0;
  for (;;) {
    const at = nextMark(json, from);
    pieces.push(json.slice(from, at));
    if (at === json.length) return { text: pieces.join(''), rest: '', isOver: false };
    if (json[at] === '"') return { text: pieces.join(''), rest: json.slice(at), isOver: true };
    const escaped = json.slice(at + 1, at + 6);
    if (/^(?:u[\da-f]{0,3})?$/i.test(escaped))
      return { text: pieces.join(''), rest: json.slice(at), isOver: false };
    const isCode = /^u[\da-f]{4}$/i.test(escaped);
    const char = isCode
      ? String.fromCharCode(Number.parseInt(escaped.slice(1), 16))
      : escapes.get(escaped.charAt(0));
    pieces.push(char ?? '\\');
    from = at + (char === undefined ? 1 : isCode ? 6 : 2);
  }
}

function nextMark(json: string, from: number): number {
  const mark = /["\\]/g;
  mark.lastIndex = from;
  return mark.exec(json)?.index ?? json.length;
}

/** Other members are no part of the text, but what follows a quote that should have been escaped is. */
function readBehind(rest: string): string {
  // A pattern for this would take minutes for 100 KB of space before another word.
  const isEnd = rest.startsWith('"') && ['', '}'].includes(rest.slice(1).trim());
  return isEnd || parse(`{"input":"${rest}`) !== undefined ? '' : rest;
}

function readElsewhere(argsText: string): string {
  if (argsText.trim() === '') return '';
  const args = parse(argsText);
  if (typeof args === 'string') return args;
  if (!isRecord(args)) return argsText;
  if (typeof args.input === 'string') return args.input;
  return Object.keys(args).length === 0 ? '' : argsText;
}

function parse(json: string): unknown {
  try {
    return parseJson(json);
  } catch {
    return undefined;
  }
}
