import type { JsonRecord } from '../json-record.ts';
import { invalid, type VendorError, wrongType } from './vendor-error.ts';

interface Rule {
  name: string;
  kind: 'integer' | 'number';
  min: number;
  max: number;
}

const rules: Rule[] = [
  { name: 'max_tokens', kind: 'integer', min: 0, max: Number.MAX_SAFE_INTEGER },
  { name: 'temperature', kind: 'number', min: 0, max: 1 },
  { name: 'top_p', kind: 'number', min: 0, max: 1 },
  { name: 'top_k', kind: 'integer', min: 0, max: Number.MAX_SAFE_INTEGER },
];

/** The first number of the request that is none or out of its range; null counts as absent. */
export function checkNumbers(body: JsonRecord): VendorError | null {
  for (const rule of rules) {
    const error = checkNumber(rule, body[rule.name] ?? null);
    if (error) return error;
  }
  return null;
}

function checkNumber({ name, kind, min, max }: Rule, value: unknown): VendorError | null {
  if (value === null) return null;
  if (typeof value !== 'number' || (kind === 'integer' && !Number.isInteger(value))) {
    return wrongType(name, kind);
  }
  if (value < min) return invalid(`${name}: Input should be greater than or equal to ${min}`);
  if (value > max) return invalid(`${name}: Input should be less than or equal to ${max}`);
  return null;
}
