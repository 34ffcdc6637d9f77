import { asObject } from '../../call/json.ts';
import type { Fields } from '../fields.ts';
import { refuse, show } from '../refuse.ts';

const place = 'metadata.ext_info';
const longest = 4_000;

/**
 * What models take beyond the vendor's own members: an object, or JSON in a text, with or without the vendor's
 * `AdditionalParameters` around it. A closed list: anything could be said there that changes what was priced.
 */
export function readExtInfo({ ext_info: info }: Fields, known: readonly string[]): Fields | undefined {
  if (info === undefined || info === null || info === '') return undefined;
  const outer = toObject(info);
  const inner = outer && 'AdditionalParameters' in outer ? toObject(outer.AdditionalParameters) : outer;
  if (!inner) refuse(place, `${place} is ${show(info)}; it must be an object, or JSON of one.`);
  const odd = Object.keys(inner).find((name) => !known.includes(name));
  if (odd !== undefined)
    refuse(`${place}.${odd}`, `${place}.${odd} is not taken: it takes ${known.join(', ')}.`);
  const length = JSON.stringify(inner).length;
  if (length > longest) refuse(place, `${place} has ${length} characters; at most ${longest} are taken.`);
  return inner;
}

function toObject(value: unknown): Fields | undefined {
  if (typeof value !== 'string') return asObject(value);
  try {
    return asObject(JSON.parse(value));
  } catch {
    return undefined;
  }
}
