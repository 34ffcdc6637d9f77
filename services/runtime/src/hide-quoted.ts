import type { Members } from './hide-secrets.ts';

/** Where errors bring along what was being read: bytes of an answer that breaks HTTP (undici's, and Node's own), an address. */
const quotes: ReadonlySet<string> = new Set(['data', 'rawPacket', 'input']);

const texts: ReadonlySet<string> = new Set(['message', 'stack']);

/** What `JSON.parse` says of a text that is none, with a piece of it. */
const quotedJson = /(?:Unexpected token '.{1,2}', )?(?:\.{3})?".{0,60}"(?:\.{3})? is not valid JSON/gs;

/** An error as it is shown, without what it quotes of prompts and answers. */
export function hideQuoted(shown: Members): Members {
  const kept = Object.entries(shown).filter(([name]) => !quotes.has(name));
  return Object.fromEntries(
    kept.map(([name, value]) => [
      name,
      typeof value === 'string' && texts.has(name)
        ? value.replace(quotedJson, 'This is not valid JSON')
        : value,
    ]),
  );
}
