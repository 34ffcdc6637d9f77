import type { Fields } from '../fields.ts';
import { refuse, show } from '../refuse.ts';

/** The members of an object within a body under their whole names (`metadata.x.y`), as refusals call them. */
export function readNested(value: unknown, place: string): Fields {
  if (value === undefined || value === null) return {};
  if (typeof value !== 'object' || Array.isArray(value)) {
    refuse(place, `${place} is ${show(value)}; it must be an object.`);
  }
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [`${place}.${name}`, member]));
}

/** The same for each object of a list; undefined where it is not given. */
export function readNestedList(
  value: unknown,
  place: string,
  most: number,
): { place: string; members: Fields }[] | undefined {
  if (value === undefined || value === null) return undefined;
  if (!Array.isArray(value)) refuse(place, `${place} is ${show(value)}; it must be a list.`);
  if (value.length > most) refuse(place, `${place} has ${value.length}; at most ${most} are taken.`);
  return value.map((item: unknown, index) => {
    const at = `${place}[${index}]`;
    return { place: at, members: readNested(item ?? '', at) };
  });
}
