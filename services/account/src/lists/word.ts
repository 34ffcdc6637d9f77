import type { Knex } from 'knex';

/** A part of a statement with what stands for its `?`. */
export interface Condition {
  sql: string;
  bindings: Knex.RawBinding[];
}

/** A word that rows are sought by. */
export interface Word {
  text: string;
  /** Whether a row has it. */
  fits: Condition;
  /** What all texts that may have it stand in, as the index on their grams says. */
  indexed: string;
}

/** Below this a word has no grams. */
const shortestGram = 2;

export function condition(sql: string, ...bindings: Condition['bindings']): Condition {
  return { sql, bindings };
}

/** Rows that have a word: found by its grams, looked at one by one. */
export function holdingWord(word: Word | undefined): Condition[] {
  if (!word) return [];
  const { text, fits, indexed } = word;
  if ([...text].length < shortestGram) return [fits];
  return [condition(`grams(${indexed}) @> grams(?)`, text), fits];
}

/** A pattern of `ilike` for whatever has a text somewhere within. */
export function partOf(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`;
}
