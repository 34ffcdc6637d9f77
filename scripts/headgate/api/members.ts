import { ApiUnreachable } from './session-api.ts';

/** A member of an answer, if it is of the type that is needed; what is not there is the gateway's fault. */
export const numberOf = (value: unknown, name: string): number => memberOf(value, name, 'number');
export const textOf = (value: unknown, name: string): string => memberOf(value, name, 'string');

interface Types {
  number: number;
  string: string;
}

function memberOf<T extends keyof Types>(value: unknown, name: string, type: T): Types[T] {
  const member: unknown = Object(value)[name];
  if (isOf(member, type)) return member;
  throw new ApiUnreachable(`The gateway answered without "${name}": is it of another version?`);
}

function isOf<T extends keyof Types>(value: unknown, type: T): value is Types[T] {
  return typeof value === type;
}

/** The items of a page, or of an answer that is a list itself. */
export function itemsOf(data: unknown): unknown[] {
  const items: unknown = Array.isArray(data) ? data : Object(data).items;
  if (Array.isArray(items)) return items;
  throw new ApiUnreachable('The gateway answered without a list: is it of another version?');
}
