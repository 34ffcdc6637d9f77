import type { Checked as CheckedBy } from '../exchange/dialect.ts';

/** An error as the vendor sends it: under status 200, `{"Response": {"Error": {"Code", "Message"}, "RequestId"}}`. */
export interface VendorError {
  code: string;
  message: string;
}

export type Checked<T> = CheckedBy<T, VendorError>;

export function refused(error: VendorError): { type: 'refused'; error: VendorError } {
  return { type: 'refused', error };
}

export function errorBody({ code, message }: VendorError, requestId: string): string {
  return JSON.stringify({ Response: { Error: { Code: code, Message: message }, RequestId: requestId } });
}

export function missing(name: string): VendorError {
  return {
    code: 'MissingParameter',
    message: `The request is missing a required parameter \`${name}\`.`,
  };
}

export function unknownParameter(name: string): VendorError {
  return { code: 'UnknownParameter', message: `The parameter \`${name}\` is not recognized.` };
}

export function wrongType(name: string): VendorError {
  return { code: 'InvalidParameter', message: `The value type of parameter \`${name}\` is not valid.` };
}

export function wrongValue(name: string, about = ''): VendorError {
  return {
    code: 'InvalidParameterValue',
    message: `Parameter \`${name}\` is invalid.${about && ` ${about}`}`,
  };
}
