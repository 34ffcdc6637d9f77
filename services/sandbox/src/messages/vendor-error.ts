import type { Checked as CheckedBy, Identity } from '../exchange/dialect.ts';
import { requestId } from './identity.ts';

/** An error as the vendor sends it: `{"type":"error","error":{type,message},"request_id"}` under the HTTP status. */
export interface VendorError {
  status: number;
  type: string;
  message: string;
}

export type Checked<T> = CheckedBy<T, VendorError>;

export function refused(error: VendorError): { type: 'refused'; error: VendorError } {
  return { type: 'refused', error };
}

export function errorBody({ type, message }: VendorError, identity: Identity): string {
  return JSON.stringify({ type: 'error', error: { type, message }, request_id: requestId(identity) });
}

/** A fault of the request, status 400. The vendor's messages begin with the path of the wrong member. */
export function invalid(message: string): VendorError {
  return { status: 400, type: 'invalid_request_error', message };
}

export function missing(path: string): VendorError {
  return invalid(`${path}: Field required`);
}

/** `expected` is the vendor's word for a JSON type: string, list, dictionary, integer, number, boolean. */
export function wrongType(path: string, expected: string): VendorError {
  return invalid(`${path}: Input should be a valid ${expected}`);
}

export function wrongValue(path: string, supported: readonly string[]): VendorError {
  const words = supported.map((word) => `'${word}'`);
  const list = [words.slice(0, -1).join(', '), words.at(-1)].filter((part) => part !== '').join(' or ');
  return invalid(`${path}: Input should be ${list}`);
}
