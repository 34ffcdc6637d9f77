import type { Members } from './hide-secrets.ts';

/**
 * Where errors bring along what was being read: bytes of an answer that breaks HTTP (undici's, and Node's own), an address, and
 * rows, keys and parameters of PostgreSQL. A statement that waited for a connection too long has its values beside it.
 */
const quotes: ReadonlySet<string> = new Set([
  'data',
  'rawPacket',
  'input',
  'detail',
  'where',
  'internalQuery',
  'bindings',
]);

const texts: ReadonlySet<string> = new Set(['message', 'stack']);

/** What `JSON.parse` says of a text that is none, with a piece of it. */
const quotedJson = /(?:Unexpected token '.{1,2}', )?(?:\.{3})?".{0,60}"(?:\.{3})? is not valid JSON/gs;

/** What PostgreSQL says of a value that it cannot read has the value in it, between the quotes of its language: it may have others. */
const quotedValue = /["«»„“”].*["«»„“”]/s;

/** Whether it is an error of PostgreSQL's class 22, data exceptions, or was caused by one. */
function isOfValue(error: unknown): boolean {
  for (let cause = error, deep = 0; cause instanceof Error && deep < 10; cause = cause.cause, deep += 1)
    if ('severity' in cause && 'code' in cause && String(cause.code).startsWith('22')) return true;
  return false;
}

/** An error as it is shown, without what it quotes of prompts and answers, and of values in statements. */
export function hideQuoted(shown: Members, error: Error): Members {
  const kept = Object.entries(shown).filter(([name]) => !quotes.has(name));
  const ofValue = isOfValue(error);
  return Object.fromEntries(
    kept.map(([name, value]) => {
      if (typeof value !== 'string' || !texts.has(name)) return [name, value];
      const told = value.replace(quotedJson, 'This is not valid JSON');
      return [name, ofValue ? told.replace(quotedValue, '"…"') : told];
    }),
  );
}
