import type { VendorError } from './vendor-error.ts';

/** The vendor's words for each status; statuses not listed share the last ones of their class. */
const errors: Record<number, Omit<VendorError, 'status'>> = {
  400: { type: 'invalid_request_error', message: 'Invalid request' },
  401: { type: 'authentication_error', message: 'invalid x-api-key' },
  402: { type: 'billing_error', message: 'Your credit balance is too low to access the API.' },
  403: { type: 'permission_error', message: 'Your API key does not have permission to use this resource.' },
  404: { type: 'not_found_error', message: 'Not found' },
  413: { type: 'request_too_large', message: 'Request exceeds the maximum allowed number of bytes.' },
  429: {
    type: 'rate_limit_error',
    message: "This request would exceed your organization's rate limit of 50 requests per minute.",
  },
  500: { type: 'api_error', message: 'Internal server error' },
  504: { type: 'timeout_error', message: 'Request timed out' },
  529: { type: 'overloaded_error', message: 'Overloaded' },
};

const otherRequest = { type: 'invalid_request_error', message: 'The request could not be processed.' };
const otherServer = { type: 'api_error', message: 'The server is not able to answer at the moment.' };

export function statusError(status: number, message?: string): VendorError {
  const error = errors[status] ?? (status < 500 ? otherRequest : otherServer);
  return { ...error, status, message: message ?? error.message };
}
