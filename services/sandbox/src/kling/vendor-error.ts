import type { Checked as CheckedBy } from '../exchange/dialect.ts';

/** An error as the vendor sends it: `{"code", "message", "request_id"}` under an HTTP status. */
export interface VendorError {
  status: number;
  code: number;
  message: string;
}

export type Checked<T> = CheckedBy<T, VendorError>;

/** A parameter that has a wrong value. */
export function invalid(message: string): VendorError {
  return { status: 400, code: 1201, message };
}

/** Something that is not there, a model as well as a task. */
export function unknown(message: string): VendorError {
  return { status: 404, code: 1203, message };
}
