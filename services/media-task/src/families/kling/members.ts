/** Members as Kling's own requests have them. */

import { type Fields, readText } from '../fields.ts';
import { readChoice } from '../members/choice.ts';
import { readSource } from '../members/references.ts';
import { refuse, show } from '../refuse.ts';
import type { Reference } from '../wish.ts';
import { longestText } from './limits.ts';

/** A text of at most 2,500 characters, if it is there. */
export function limitedText(fields: Fields, name: string, most = longestText): string | undefined {
  const text = readText(fields, name);
  if (text !== undefined && text.length > most) {
    refuse(name, `${name} has ${text.length} characters; at most ${most} are taken.`);
  }
  return text;
}

export function requireText(fields: Fields, name: string, most = longestText): string {
  const text = limitedText(fields, name, most);
  if (text === undefined || text.trim() === '') refuse(name, `${name} is required: a text.`);
  return text;
}

export function requireChoice(fields: Fields, name: string, words: readonly string[]): string {
  return readChoice(fields, name, words) ?? refuse(name, `${name} is required: ${words.join(' or ')}.`);
}

/** A number from 0 to 1. */
export function readShare(fields: Fields, name: string): number | undefined {
  return readNumber(fields, name, { min: 0, max: 1 });
}

export function readNumber(
  fields: Fields,
  name: string,
  { min, max }: { min: number; max: number },
): number | undefined {
  const value = fields[name];
  if (value === undefined || value === null || value === '') return undefined;
  const number = typeof value === 'string' && /^\d{1,3}(\.\d{1,9})?$/.test(value) ? Number(value) : value;
  if (typeof number !== 'number' || !(number >= min && number <= max)) {
    refuse(name, `${name} is ${show(value)}; it must be a number from ${min} to ${max}.`);
  }
  return number;
}

export function readObject(fields: Fields, name: string): Fields | undefined {
  const value = fields[name];
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'object' || Array.isArray(value))
    refuse(name, `${name} is ${show(value)}; it must be an object.`);
  return Object.fromEntries(Object.entries(value));
}

/** One file, at an address or in base64, if it is there; the vendor's own files have no names here. */
export function readFile(
  fields: Fields,
  name: string,
  { kind = 'image', ...of }: Partial<Pick<Reference, 'kind' | 'role' | 'options'>> = {},
): Reference[] {
  const value = fields[name];
  if (value === undefined || value === null || value === '') return [];
  return [toFile(value, name, { kind, ...of })];
}

export function toFile(
  value: unknown,
  param: string,
  { kind = 'image', role = 'reference', options = { member: param } }: Partial<Reference> = {},
): Reference {
  const source = readSource(value, param, kind);
  if ('asset' in source) refuse(param, `${param} must be a public address or base64.`);
  return { kind, role, source, options };
}

/** From `least` to `most` items. */
export function readList(
  fields: Fields,
  name: string,
  { least, most }: { least: number; most: number },
): unknown[] {
  const value = fields[name] ?? [];
  const items: unknown[] = Array.isArray(value) ? value : refuse(name, `${name} must be a list.`);
  if (items.length < least || items.length > most) {
    const range = least === most ? `${least}` : `from ${least} to ${most}`;
    refuse(name, `${name} has ${items.length}; it must have ${range}.`);
  }
  return items;
}

/** The members of `input`, by the names that refusals have for them: `input.mode`. */
export function readInput(fields: Fields): Fields {
  const input = readObject(fields, 'input');
  if (!input) refuse('input', 'input is required: an object.');
  return Object.fromEntries(Object.entries(input).map(([name, value]) => [`input.${name}`, value]));
}
