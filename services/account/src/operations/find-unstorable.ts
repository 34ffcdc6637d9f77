/** A value, and where it stands. */
interface Part {
  value: unknown;
  name: PropertyKey;
  within: Part | undefined;
}

export const unstorableWords = 'may hold neither a zero character nor half of a character';

/**
 * Where a text or a name stands that PostgreSQL has not: neither texts nor jsonb hold all that JSON can say. Goes
 * through all that is within, however deep.
 */
export function findUnstorable(value: unknown): PropertyKey[] | undefined {
  const parts: Part[] = [{ value, name: '', within: undefined }];
  for (const part of parts) {
    if (!isStorable(part.name) || !isStorable(part.value)) return pathOf(part);
    if (typeof part.value !== 'object' || part.value === null) continue;
    const isList = Array.isArray(part.value);
    for (const [name, member] of Object.entries(part.value))
      parts.push({ value: member, name: isList ? Number(name) : name, within: part });
  }
  return undefined;
}

function isStorable(value: unknown): boolean {
  return typeof value !== 'string' || (!value.includes('\0') && value.isWellFormed());
}

function pathOf(last: Part): PropertyKey[] {
  const path: PropertyKey[] = [];
  for (let part = last; part.within; part = part.within) path.push(part.name);
  return path.reverse();
}
