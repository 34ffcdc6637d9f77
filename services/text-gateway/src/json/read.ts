/** Reads unknown JSON member by member. What is not what it should be is a FaultError 400 that names the member. */
import { fault } from '@headgate/proto/faults';
import { FaultError } from '@headgate/runtime/errors';

export type JsonRecord = Record<string, unknown>;

export function isRecord(value: unknown): value is JsonRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !JSON.isRawJSON(value);
}

/** The text that a member is; empty where it is none. */
export function textIn(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** The objects in an array; none where it is no array. */
export function recordsIn(value: unknown): JsonRecord[] {
  return Array.isArray(value) ? value.filter(isRecord) : [];
}

/** The fault for a member that cannot be used: `path` names it, `why` goes on after it. */
export function invalid(path: string, why: string): FaultError {
  return new FaultError(fault('invalid_request', { param: path, message: `${path || 'The body'}: ${why}.` }));
}

/** Refuses to convert what only its own protocol has: an upstream that speaks it may take it. */
export class OwnProtocolError extends FaultError {}

/** Says so of the member at `path`: of `what` it holds, and what to do `instead`, where these are known. */
export function ownProtocolOnly(path: string, what?: string, instead?: string): OwnProtocolError {
  const subject = what === undefined ? '' : `${what} `;
  const hint = instead === undefined ? '' : `: ${instead}`;
  const why = `${subject}is only served by an upstream of the same protocol${hint}`;
  return new OwnProtocolError(invalid(path, why).fault);
}

export function readRecord(value: unknown, path: string): JsonRecord {
  if (!isRecord(value)) throw invalid(path, 'must be an object');
  return value;
}

export function readArray(value: unknown, path: string): unknown[] {
  if (!Array.isArray(value)) throw invalid(path, 'must be an array');
  return value;
}

export function readText(value: unknown, path: string): string {
  if (typeof value !== 'string') throw invalid(path, 'must be a string');
  return value;
}

/** Absent and null are the same to every vendor. */
function optional<T>(read: (value: unknown, path: string) => T) {
  return (value: unknown, path: string): T | undefined =>
    value === undefined || value === null ? undefined : read(value, path);
}

function readNumber(given: unknown, path: string): number {
  const value = JSON.isRawJSON(given) ? Number(given.rawJSON) : given;
  if (typeof value !== 'number' || !Number.isFinite(value)) throw invalid(path, 'must be a number');
  return value;
}

function readWhole(value: unknown, path: string): number {
  if (typeof value !== 'number' || !Number.isSafeInteger(value))
    throw invalid(path, 'must be a whole number');
  return value;
}

function readFlag(value: unknown, path: string): boolean {
  if (typeof value !== 'boolean') throw invalid(path, 'must be true or false');
  return value;
}

export const optionalRecord = optional(readRecord);
export const optionalArray = optional(readArray);
export const optionalText = optional(readText);
export const optionalNumber = optional(readNumber);
export const optionalWhole = optional(readWhole);
export const optionalFlag = optional(readFlag);

/** Reads one of a closed set of words. */
export function readWord<W extends string>(value: unknown, path: string, words: readonly W[]): W {
  const found = words.find((word) => word === value);
  if (found === undefined) throw invalid(path, `must be one of ${words.join(', ')}`);
  return found;
}

/** The record without members that are undefined. */
export function compact(record: JsonRecord): JsonRecord {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined));
}
