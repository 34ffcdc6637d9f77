import type { Checked as CheckedBy } from '../exchange/dialect.ts';

/** An error as the vendor sends it: `{"error":{code,message,param,type}}` under the HTTP status. */
export interface VendorError {
  status: number;
  code: string;
  message: string;
  param: string;
  type: string;
}

export type Checked<T> = CheckedBy<T, VendorError>;

export function refused(error: VendorError): { type: 'refused'; error: VendorError } {
  return { type: 'refused', error };
}

export function invalid(param: string, reason: string): VendorError {
  const message = `The parameter \`${param}\` specified in the request is not valid: ${reason}`;
  return { status: 400, code: 'InvalidParameter', message, param, type: 'BadRequest' };
}

export function missing(param: string): VendorError {
  const message = `The request failed because it is missing \`${param}\` parameter.`;
  return { status: 400, code: 'MissingParameter', message, param, type: 'BadRequest' };
}

/** The vendor ends its messages in an id that a gateway has to keep to itself. */
export function errorBody({ code, message, param, type }: VendorError, requestId: string): string {
  return JSON.stringify({ error: { code, message: `${message} Request id: ${requestId}`, param, type } });
}
