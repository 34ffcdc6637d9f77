/** JSON as the vendor reads it: names in either spelling, one thing where a list of one is meant. */
import { type JsonRecord, readRecord } from '../../../json/read.ts';

/** An object of the protocol, its own member names in camel case whichever way they were spelt. */
export function readMembers(value: unknown, path: string): JsonRecord {
  return Object.fromEntries(
    Object.entries(readRecord(value, path)).map(([name, member]) => [toCamelCase(name), member]),
  );
}

export function optionalMembers(value: unknown, path: string): JsonRecord | undefined {
  return value === undefined || value === null ? undefined : readMembers(value, path);
}

/** A list, or the one thing that stands for a list of one. */
export function readList(value: unknown, path: string): unknown[] {
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? value : [readRecord(value, path)];
}

function toCamelCase(name: string): string {
  return name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}
