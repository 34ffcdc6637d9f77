// Only this dialect lets members be written in two ways.
import type { JsonRecord } from '../json-record.ts';

/** A member by its name in camelCase; the vendor takes snake_case as well. */
export function member(record: JsonRecord | null, name: string): unknown {
  return record?.[name] ?? record?.[snakeCase(name)];
}

/** The first member whose name, in camelCase, is not among those known. */
export function unknownMember(record: JsonRecord, known: ReadonlySet<string>): string | undefined {
  return Object.keys(record).find((name) => !known.has(camelCase(name)));
}

/** The form in which names stand in the vendor's messages. */
export function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

function camelCase(name: string): string {
  return name.replace(/_([a-z])/g, (_match, letter: string) => letter.toUpperCase());
}
