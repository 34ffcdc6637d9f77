import type { Checked as CheckedBy } from '../exchange/dialect.ts';

/** An error as the vendor sends it: `{"error":{message,type,param,code}}` under the HTTP status. */
export interface VendorError {
  status: number;
  message: string;
  type: string;
  param: string | null;
  code: string | null;
}

export type Checked<T> = CheckedBy<T, VendorError>;

export function refused(error: VendorError): { type: 'refused'; error: VendorError } {
  return { type: 'refused', error };
}

export function errorBody({ message, type, param, code }: VendorError): string {
  return JSON.stringify({ error: { message, type, param, code } });
}

/** A fault of the request, status 400. `param` is the path of the wrong member in the vendor's notation. */
export function invalid(message: string, param: string | null, code: string | null = null): VendorError {
  return { status: 400, message, type: 'invalid_request_error', param, code };
}

export function wrongType(param: string, expected: string, value: unknown): VendorError {
  const message = `Invalid type for '${param}': expected ${expected}, but got ${describe(value)} instead.`;
  return invalid(message, param, 'invalid_type');
}

export function wrongValue(param: string, value: unknown, supported: readonly string[]): VendorError {
  const list = supported.map((word) => `'${word}'`).join(', ');
  const message = `Invalid value: '${String(value)}'. Supported values are: ${list}.`;
  return invalid(message, param, 'invalid_value');
}

export function missing(param: string): VendorError {
  return invalid(`Missing required parameter: '${param}'.`, param, 'missing_required_parameter');
}

function describe(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'an array';
  const type = typeof value;
  if (type === 'number') return Number.isInteger(value) ? 'an integer' : 'a decimal';
  return type === 'object' ? 'an object' : `a ${type}`;
}
