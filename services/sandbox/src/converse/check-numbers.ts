import type { JsonRecord } from '../json-record.ts';
import { type VendorError, violated } from './vendor-error.ts';

interface Rule {
  name: string;
  isWhole: boolean;
  min: number;
  max: number;
}

const rules: Rule[] = [
  { name: 'maxTokens', isWhole: true, min: 1, max: Number.MAX_SAFE_INTEGER },
  { name: 'temperature', isWhole: false, min: 0, max: 1 },
  { name: 'topP', isWhole: false, min: 0, max: 1 },
];

/** The first number of `inferenceConfig` that is none or out of its range; null counts as absent. */
export function checkNumbers(config: JsonRecord): VendorError | null {
  for (const rule of rules) {
    const error = checkNumber(rule, config[rule.name] ?? null);
    if (error) return error;
  }
  return null;
}

function checkNumber({ name, isWhole, min, max }: Rule, value: unknown): VendorError | null {
  if (value === null) return null;
  const path = `inferenceConfig.${name}`;
  if (typeof value !== 'number' || (isWhole && !Number.isInteger(value)))
    return violated(path, `Member must be ${isWhole ? 'an integer' : 'a number'}`);
  if (value < min) return violated(path, `Member must have value greater than or equal to ${min}`);
  return value > max ? violated(path, `Member must have value less than or equal to ${max}`) : null;
}
