import type { JsonRecord } from '../json-record.ts';
import { invalid, type VendorError, wrongType } from './vendor-error.ts';

export interface Rule {
  name: string;
  kind: 'integer' | 'decimal';
  min: number;
  max: number;
}

const rules: Rule[] = [
  { name: 'n', kind: 'integer', min: 1, max: 128 },
  { name: 'max_tokens', kind: 'integer', min: 1, max: Number.MAX_SAFE_INTEGER },
  { name: 'max_completion_tokens', kind: 'integer', min: 1, max: Number.MAX_SAFE_INTEGER },
  { name: 'temperature', kind: 'decimal', min: 0, max: 2 },
  { name: 'top_p', kind: 'decimal', min: 0, max: 1 },
  { name: 'presence_penalty', kind: 'decimal', min: -2, max: 2 },
  { name: 'frequency_penalty', kind: 'decimal', min: -2, max: 2 },
  { name: 'top_logprobs', kind: 'integer', min: 0, max: 20 },
];

/** The first number of the request that is none or out of its range; null counts as absent. */
export function checkNumbers(body: JsonRecord): VendorError | null {
  return checkRules(rules, body);
}

/** The same for the rules of another dialect of this vendor. */
export function checkRules(given: readonly Rule[], body: JsonRecord): VendorError | null {
  for (const rule of given) {
    const error = checkNumber(rule, body[rule.name] ?? null);
    if (error) return error;
  }
  return null;
}

function checkNumber({ name, kind, min, max }: Rule, value: unknown): VendorError | null {
  if (value === null) return null;
  if (typeof value !== 'number')
    return wrongType(name, kind === 'integer' ? 'an integer' : 'a decimal', value);
  if (kind === 'integer' && !Number.isInteger(value)) return wrongType(name, 'an integer', value);
  const [side, sign, bound] = value < min ? ['below minimum', '>=', min] : ['above maximum', '<=', max];
  if (value >= min && value <= max) return null;
  const message = `Invalid '${name}': ${kind} ${side} value. Expected a value ${sign} ${bound}, but got ${value} instead.`;
  return invalid(message, name, `${kind}_${String(side).split(' ')[0]}_${value < min ? 'min' : 'max'}_value`);
}
