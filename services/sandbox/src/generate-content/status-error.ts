import type { VendorError } from './vendor-error.ts';

/** The vendor's words for each status; statuses not listed share the last ones of their class. */
const errors: Record<number, Omit<VendorError, 'status'>> = {
  400: { word: 'INVALID_ARGUMENT', message: 'Request contains an invalid argument.' },
  401: {
    word: 'UNAUTHENTICATED',
    message: 'Request had invalid authentication credentials. Expected OAuth 2 access token or API key.',
  },
  403: { word: 'PERMISSION_DENIED', message: 'The caller does not have permission' },
  404: { word: 'NOT_FOUND', message: 'Requested entity was not found.' },
  429: {
    word: 'RESOURCE_EXHAUSTED',
    message: 'You exceeded your current quota, please check your plan and billing details.',
  },
  500: { word: 'INTERNAL', message: 'An internal error has occurred. Please retry or report it.' },
  501: { word: 'UNIMPLEMENTED', message: 'Operation is not implemented, or supported, or enabled.' },
  503: { word: 'UNAVAILABLE', message: 'The model is overloaded. Please try again later.' },
  504: { word: 'DEADLINE_EXCEEDED', message: 'The request timed out. Please try again.' },
};

const otherRequest = { word: 'FAILED_PRECONDITION', message: 'The request could not be processed.' };
const otherServer = { word: 'UNKNOWN', message: 'The server is not able to answer at the moment.' };

export function statusError(status: number, message?: string): VendorError {
  const error = errors[status] ?? (status < 500 ? otherRequest : otherServer);
  return { ...error, status, message: message ?? error.message };
}
