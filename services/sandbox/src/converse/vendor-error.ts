import type { Checked as CheckedBy } from '../exchange/dialect.ts';

/** An error as the vendor sends it: `{"message"}` under the HTTP status, and its type in a header. */
export interface VendorError {
  status: number;
  type: string;
  message: string;
}

export type Checked<T> = CheckedBy<T, VendorError>;

export function refused(error: VendorError): { type: 'refused'; error: VendorError } {
  return { type: 'refused', error };
}

export function errorBody({ message }: VendorError): string {
  return JSON.stringify({ message });
}

export function errorHeaders({ type }: VendorError): Record<string, string> {
  return { 'x-amzn-errortype': `${type}:http://internal.amazon.com/coral/com.amazon.bedrock/` };
}

/** A fault of the request, status 400. */
export function invalid(message: string): VendorError {
  return { status: 400, type: 'ValidationException', message };
}

/** What the vendor's own model of a request does not allow; `path` is that of the wrong member. */
export function violated(path: string, constraint: string): VendorError {
  return invalid(
    `1 validation error detected: Value at '${path}' failed to satisfy constraint: ${constraint}`,
  );
}

export function missing(path: string): VendorError {
  return violated(path, 'Member must not be null');
}

export function wrongValue(path: string, supported: readonly string[]): VendorError {
  return violated(path, `Member must satisfy enum value set: [${supported.join(', ')}]`);
}
