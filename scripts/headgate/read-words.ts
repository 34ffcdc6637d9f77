import { type ParseArgsConfig, parseArgs } from 'node:util';
import { WordsError } from './words-error.ts';

type Options = NonNullable<ParseArgsConfig['options']>;

/** Options and all other words of a command line. Throws a WordsError with what cannot be read. */
export function readWords<const T extends Options>(words: readonly string[], options: T) {
  try {
    return parseArgs({ args: [...words], allowPositionals: true, options });
  } catch (cause) {
    throw new WordsError(cause instanceof Error ? cause.message : String(cause), { cause });
  }
}

/** Every verb takes this one. */
export const jsonOption = { json: { type: 'boolean', default: false } } as const;
