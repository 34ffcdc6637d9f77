import { createRequire } from 'node:module';

type Encoding = typeof import('gpt-tokenizer/encoding/o200k_base');

/** Tokens of a short text. */
export type Tokenizer = (text: string) => number;

const require = createRequire(import.meta.url);
const encodings: { o200k?: Encoding } = {};

/** What a text says about a vendor's own marks is text. */
const options = { disallowedSpecial: new Set<string>() };

/** Merges that are remembered, of at most one slice of text each. */
const rememberedMerges = 10_000;

/**
 * OpenAI's o200k, for every model: an estimate for those of other vendors. The ranks take some 100 ms and 70 MB, once, and
 * are loaded by the first text that is counted: a process that never counts does not pay for them.
 */
export const tokenize: Tokenizer = (text) => {
  encodings.o200k ??= load();
  return encodings.o200k.countTokens(text, options);
};

function load(): Encoding {
  const encoding: Encoding = require('gpt-tokenizer/encoding/o200k_base');
  encoding.setMergeCacheSize(rememberedMerges);
  return encoding;
}
