import { elementsIn, memberBytes } from './parts.ts';
import { scanObject } from './scan.ts';
import { splice } from './splice.ts';

/**
 * An object with the elements of one of its arrays as `edit` gives them, without those for which it gives undefined. All other bytes
 * stay; the object itself is given back where nothing was changed, or the member is no array. Throws a ScanError.
 */
export function editElements(
  object: Buffer,
  name: string,
  edit: (element: Buffer) => Buffer | undefined,
): Buffer {
  const scanned = scanObject(object);
  const elements = elementsIn(memberBytes(object, scanned, name));
  const edited = elements.map(edit);
  if (edited.every((element, at) => element === elements[at])) return object;
  const kept = edited.filter((element) => element !== undefined);
  return splice(object, scanned, new Map([[name, `[${kept.map(String).join(',')}]`]]));
}
