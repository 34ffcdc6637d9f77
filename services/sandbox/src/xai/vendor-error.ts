import type { Checked as CheckedBy } from '../exchange/dialect.ts';

/** An error as the vendor sends it: `{code, error}`, both words, under the HTTP status. */
export interface VendorError {
  status: number;
  code: string;
  error: string;
}

export type Checked<T> = CheckedBy<T, VendorError>;

export function refused(error: VendorError): { type: 'refused'; error: VendorError } {
  return { type: 'refused', error };
}

export function errorBody({ code, error }: VendorError): string {
  return JSON.stringify({ code, error });
}

export function invalid(error: string): VendorError {
  return { status: 400, code: 'Client specified an invalid argument', error };
}

const errors: Record<number, Omit<VendorError, 'status'>> = {
  401: { code: 'Unauthenticated', error: 'No or invalid API key was provided.' },
  403: {
    code: 'The caller does not have permission to execute the specified operation',
    error: 'Your team has no permission for this.',
  },
  404: { code: 'Some requested entity was not found', error: 'The deferred request was not found.' },
  429: { code: 'Some resource has been exhausted', error: 'Too many requests for the team.' },
};

export function statusError(status: number, message?: string): VendorError {
  const other = { code: 'Internal error', error: 'The service cannot answer at the moment.' };
  const words = errors[status] ?? (status < 500 ? invalid('The request could not be processed.') : other);
  return { ...words, status, error: message ?? words.error };
}

/** Content that the vendor does not want; the same while a film is asked for and when it is not handed over. */
export const moderated: VendorError = {
  status: 400,
  code: 'imagine:content-moderated',
  error: 'Generated content was rejected by content moderation.',
};
