import { asRecord, type JsonRecord } from '../json-record.ts';
import { unknownParameter, type VendorError, wrongType } from './vendor-error.ts';

/** What parameters there are, and what each of them is. The vendor refuses all others. */
export interface Shape {
  [name: string]: Kind;
}
type Kind = 'string' | 'integer' | 'number' | 'strings' | { each: Shape } | { object: Shape };

/** The first parameter that is unknown or of another type; null counts as absent. */
export function checkShape(given: JsonRecord, shape: Shape, prefix = ''): VendorError | null {
  for (const [name, value] of Object.entries(given)) {
    const kind = Object.hasOwn(shape, name) ? shape[name] : undefined;
    if (kind === undefined) return unknownParameter(prefix + name);
    if (value === null) continue;
    const error = checkKind(value, kind, prefix + name);
    if (error) return error;
  }
  return null;
}

function checkKind(value: unknown, kind: Kind, path: string): VendorError | null {
  if (kind === 'string') return typeof value === 'string' ? null : wrongType(path);
  if (kind === 'number') return typeof value === 'number' ? null : wrongType(path);
  if (kind === 'integer') return Number.isInteger(value) ? null : wrongType(path);
  if (kind === 'strings') {
    return Array.isArray(value) && value.every((item) => typeof item === 'string') ? null : wrongType(path);
  }
  if ('object' in kind) {
    const record = asRecord(value);
    return record ? checkShape(record, kind.object, `${path}.`) : wrongType(path);
  }
  if (!Array.isArray(value)) return wrongType(path);
  for (const [index, item] of value.entries()) {
    const record = asRecord(item);
    const error = record ? checkShape(record, kind.each, `${path}.${index}.`) : wrongType(`${path}.${index}`);
    if (error) return error;
  }
  return null;
}
