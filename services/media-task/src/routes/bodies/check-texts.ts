import { type Fields, UploadedFile } from '../../families/fields.ts';
import { refuse } from '../../families/refuse.ts';
import { isStorable } from '../../sql/is-storable.ts';

/** What is made of a body later calls itself for each level of it. */
const deepest = 256;

/** Refuses texts that cannot be written down, however deep they stand, and what is nested too deeply. */
export function checkTexts(fields: Fields): void {
  // Level by level, and no recursion: bodies may be nested more deeply than calls.
  let level: unknown[] = [fields];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > deepest) refuse('', `The body is nested more deeply than ${deepest} levels.`);
    level = level.flatMap(partsOf);
  }
}

function partsOf(item: unknown): unknown[] {
  if (typeof item === 'string' && !isStorable(item))
    refuse('', 'The body holds a zero character, or half of a character.');
  if (typeof item !== 'object' || item === null || item instanceof UploadedFile) return [];
  return Array.isArray(item) ? item : Object.entries(item).flat();
}
