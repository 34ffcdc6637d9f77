import type { JsonRecord } from '../json-record.ts';
import { member, snakeCase } from './member.ts';
import { type VendorError, violation, wrongType } from './vendor-error.ts';

interface Rule {
  name: string;
  kind: 'TYPE_INT32' | 'TYPE_FLOAT';
  min: number;
  max: number;
}

const largest = 2 ** 31 - 1;

const rules: Rule[] = [
  { name: 'candidateCount', kind: 'TYPE_INT32', min: 1, max: 1 },
  { name: 'maxOutputTokens', kind: 'TYPE_INT32', min: 1, max: largest },
  { name: 'temperature', kind: 'TYPE_FLOAT', min: 0, max: 2 },
  { name: 'topP', kind: 'TYPE_FLOAT', min: 0, max: 1 },
  { name: 'topK', kind: 'TYPE_INT32', min: 1, max: largest },
];

/** The first number of `generationConfig` that is none or out of its range; null counts as absent. */
export function checkNumbers(config: JsonRecord | null): VendorError | null {
  for (const rule of rules) {
    const error = checkNumber(rule, member(config, rule.name) ?? null);
    if (error) return error;
  }
  return null;
}

function checkNumber({ name, kind, min, max }: Rule, value: unknown): VendorError | null {
  if (value === null) return null;
  const path = `generation_config.${snakeCase(name)}`;
  if (typeof value !== 'number' || (kind === 'TYPE_INT32' && !Number.isInteger(value))) {
    return wrongType(path, kind, value);
  }
  if (value >= min && value <= max) return null;
  return violation(path, `${snakeCase(name)} must be in the range [${min}, ${max}].`);
}
