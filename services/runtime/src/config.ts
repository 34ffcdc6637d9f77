/**
 * Reads a process's configuration from its environment. Every missing or bad value is named at once, so
 * that a misconfigured process is repaired in one go.
 */

import { isPlainUrl } from './outbound/is-plain-url.ts';
import type { RotatingSecret } from './rotating-secret.ts';

/** Parses one variable's text, or throws an Error that says what is expected. */
export interface Field<T> {
  variable: string;
  /** `beside` are the texts of the variables that stand beside it. */
  parse: (text: string, beside: NodeJS.ProcessEnv) => T;
  /** Variables that change what this one means; none is required. */
  beside?: readonly string[];
  /** Absent for a required variable. */
  fallback?: { value: T };
}

type Fields = Record<string, Field<unknown>>;
type Values<F extends Fields> = { [K in keyof F]: F[K] extends Field<infer T> ? T : never };

export class ConfigError extends Error {
  readonly problems: string[];

  constructor(problems: string[]) {
    super(`The environment is not valid:\n${problems.map((problem) => `  ${problem}`).join('\n')}`);
    this.problems = problems;
  }
}

/**
 * Reads all fields from `env`; throws one ConfigError that names every problem. Files of secrets end in a line's end as a rule:
 * spaces around a value are none of it.
 */
export function readConfig<F extends Fields>(env: NodeJS.ProcessEnv, fields: F): Values<F> {
  const problems: string[] = [];
  const values: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(fields)) {
    const text = env[field.variable]?.trim();
    const beside = Object.fromEntries((field.beside ?? []).map((variable) => [variable, env[variable]]));
    if (text === undefined || text === '') {
      if (field.fallback) values[name] = field.fallback.value;
      else problems.push(`${field.variable} is missing`);
      continue;
    }
    try {
      values[name] = field.parse(text, beside);
    } catch (error) {
      if (error instanceof ConfigError) problems.push(...error.problems);
      else problems.push(`${field.variable} ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  if (problems.length > 0) throw new ConfigError(problems);
  return values as Values<F>;
}

function field<T>(variable: string, parse: Field<T>['parse'], fallback: T | undefined): Field<T> {
  return fallback === undefined ? { variable, parse } : { variable, parse, fallback: { value: fallback } };
}

/** Any text. Required unless a fallback is given, like all fields. */
export function text(variable: string, fallback?: string): Field<string> {
  return field(variable, (value) => value, fallback);
}

/** Text that `check` takes: it throws an Error that says what is expected. */
export function checkedText(
  variable: string,
  check: (text: string) => unknown,
  fallback?: string,
): Field<string> {
  const parse = (value: string): string => {
    check(value);
    return value;
  };
  return field(variable, parse, fallback);
}

/** A timer that is set for longer than twice this goes off at once. Some are set by a sum of two. */
const longestTimerMs = 2 ** 30;

/** A whole number from `min` to `max`, both included. Milliseconds (`_MS`) are taken to be a timer's: see `age`. */
export function integer(
  variable: string,
  fallback?: number,
  { min = 0, max = variable.endsWith('_MS') ? longestTimerMs : Number.MAX_SAFE_INTEGER } = {},
): Field<number> {
  const parse = (value: string): number => {
    const number = Number(value);
    if (!/^-?\d+$/.test(value) || number < min || number > max) {
      throw new Error(`must be a whole number from ${min} to ${max}, not "${value}"`);
    }
    return number;
  };
  return field(variable, parse, fallback);
}

/** A thousand years: PostgreSQL and `Date` have no moment that is some thousands away, and fail at it. */
export const longestDays = 365_000;
const longestAgeMs = longestDays * 24 * 60 * 60 * 1_000;

/** Milliseconds that are compared with a clock, and set no timer: ages, graces, retentions. */
export function age(variable: string, fallback?: number, { min = 0 } = {}): Field<number> {
  return integer(variable, fallback, { min, max: longestAgeMs });
}

/** A TCP port. 0 is any that is free. */
export function port(variable: string, fallback?: number): Field<number> {
  return integer(variable, fallback, { min: 0, max: 65_535 });
}

/** `true` or `false`. */
export function flag(variable: string, fallback?: boolean): Field<boolean> {
  const parse = (value: string): boolean => {
    if (value !== 'true' && value !== 'false') throw new Error(`must be true or false, not "${value}"`);
    return value === 'true';
  };
  return field(variable, parse, fallback);
}

/** One of a closed list of words. */
export function choice<T extends string>(variable: string, words: readonly T[], fallback?: T): Field<T> {
  const parse = (value: string): T => {
    const word = words.find((candidate) => candidate === value);
    if (word === undefined) throw new Error(`must be one of ${words.join(', ')}, not "${value}"`);
    return word;
  };
  return field(variable, parse, fallback);
}

/** A URL of one of these protocols. It may hold a password: the value itself never enters an error. */
export function url(variable: string, protocols: readonly string[], fallback?: string): Field<string> {
  const parse = (value: string): string => {
    if (!protocols.some((protocol) => value.toLowerCase().startsWith(`${protocol}//`)))
      throw new Error(`must be a URL that begins with ${protocols.map((word) => `${word}//`).join(' or ')}`);
    if (!isWhole(value)) throw new Error(`is no URL${passwordHint}`);
    return value;
  };
  return field(variable, parse, fallback);
}

/** What is mostly wrong with a URL that holds one. */
export const passwordHint =
  ': in a user or a password "/", "#", "%" and their like are written %2F, %23, %25';

function isWhole(value: string): boolean {
  const { username, password } = URL.parse(value) ?? { username: '%' };
  try {
    decodeURIComponent(`${username}:${password}`);
    return true;
  } catch {
    return false;
  }
}

/** The address of a PostgreSQL. */
export function postgresUrl(variable: string, fallback?: string): Field<string> {
  return url(variable, ['postgres:', 'postgresql:'], fallback);
}

/** Where people or processes reach something over HTTP. What they ask for there is put behind it. */
export function httpUrl(variable: string, fallback?: string): Field<string> {
  const plain = url(variable, ['https:', 'http:'], fallback);
  const parse = (value: string): string => {
    if (!isPlainUrl(plain.parse(value, {})))
      throw new Error('must have no user, password, query and fragment');
    return value;
  };
  return { ...plain, parse };
}

/** Bytes in base64, exactly `sizeBytes` of them. The value itself never enters an error. */
export function secretBytes(variable: string, sizeBytes: number): Field<Buffer> {
  return field<Buffer>(variable, (value) => readBytes(value, sizeBytes), undefined);
}

/**
 * A secret of `secretBytes` that can be exchanged under running processes: `<variable>_NEXT` and `<variable>_PREVIOUS` are
 * good beside it where they are set.
 */
export function rotatingSecret(variable: string, sizeBytes: number): Field<RotatingSecret> {
  const beside = [`${variable}_NEXT`, `${variable}_PREVIOUS`];
  const parse = (value: string, besides: NodeJS.ProcessEnv): RotatingSecret => {
    const names = beside.filter((name) => besides[name]?.trim());
    const fields = Object.fromEntries(names.map((name) => [name, secretBytes(name, sizeBytes)]));
    return { current: readBytes(value, sizeBytes), others: Object.values(readConfig(besides, fields)) };
  };
  return { ...field<RotatingSecret>(variable, parse, undefined), beside };
}

function readBytes(value: string, sizeBytes: number): Buffer {
  const bytes = Buffer.from(value, 'base64');
  if (bytes.length !== sizeBytes) throw new Error(`must be ${sizeBytes} bytes in base64`);
  return bytes;
}
