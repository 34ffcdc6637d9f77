import { type Fields, readText } from '../fields.ts';
import { refuse, show } from '../refuse.ts';

/** One of a closed list of words, in any case, written as the list has it; undefined where it is not given. */
export function readChoice(fields: Fields, name: string, words: readonly string[]): string | undefined {
  const text = readText(fields, name);
  if (text === undefined) return undefined;
  const word = words.find((candidate) => candidate.toLowerCase() === text.toLowerCase());
  if (word === undefined) refuse(name, `${name} is ${show(text)}; it must be one of ${words.join(', ')}.`);
  return word;
}

/** The first of several members that is given. */
export function readFirstChoice(
  fields: Fields,
  names: readonly string[],
  words: readonly string[],
): string | undefined {
  for (const name of names) {
    const word = readChoice(fields, name, words);
    if (word !== undefined) return word;
  }
  return undefined;
}
