import { type Fields, UploadedFile } from '../families/fields.ts';
import { refuse } from '../families/refuse.ts';
import { isStorable } from '../sql/is-storable.ts';

/** Refuses texts that cannot be written down, however deep they stand. */
export function checkTexts(fields: Fields): void {
  // A list of what is left, and no recursion: bodies may be nested more deeply than calls.
  const left: unknown[] = [fields];
  while (left.length > 0) {
    const item = left.pop();
    if (typeof item === 'string' && !isStorable(item))
      refuse('', 'The body holds a zero character, or half of a character.');
    if (typeof item !== 'object' || item === null || item instanceof UploadedFile) continue;
    for (const [name, value] of Object.entries(item)) left.push(name, value);
  }
}
