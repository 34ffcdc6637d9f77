import type { Checked as CheckedBy } from '../exchange/dialect.ts';

/** An error as the vendor sends it: `{"error":{code,message,status}}`, where `code` is the HTTP status. */
export interface VendorError {
  status: number;
  message: string;
  /** The vendor's `status`: a word such as INVALID_ARGUMENT. */
  word: string;
}

export type Checked<T> = CheckedBy<T, VendorError>;

export function refused(error: VendorError): { type: 'refused'; error: VendorError } {
  return { type: 'refused', error };
}

export function errorBody({ status, message, word }: VendorError): string {
  return JSON.stringify({ error: { code: status, message, status: word } });
}

export function invalid(message: string): VendorError {
  return { status: 400, message, word: 'INVALID_ARGUMENT' };
}

/** A member that the vendor's protocol does not have. `path` is null for the request itself. */
export function unknownName(name: string, path: string | null): VendorError {
  const place = path === null ? '' : ` at '${path}'`;
  return invalid(`Invalid JSON payload received. Unknown name "${name}"${place}: Cannot find field.`);
}

/** `expected` is the vendor's word for a type, for example TYPE_INT32. */
export function wrongType(path: string, expected: string, value: unknown): VendorError {
  return invalid(`Invalid value at '${path}' (${expected}), ${JSON.stringify(value)}`);
}

/** A rule that `path` breaks. */
export function violation(path: string, rule: string): VendorError {
  return invalid(`* GenerateContentRequest.${path}: ${rule}\n`);
}
