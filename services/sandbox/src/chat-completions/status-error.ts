import type { VendorError } from './vendor-error.ts';

const server = { type: 'server_error', param: null, code: null };
const request = { type: 'invalid_request_error', param: null, code: null };

/** The vendor's words for each status; statuses not listed share the last ones of their class. */
const errors: Record<number, Omit<VendorError, 'status'>> = {
  400: { ...request, message: 'Invalid request.' },
  401: { ...request, message: 'Incorrect API key provided: sk-***.', code: 'invalid_api_key' },
  403: {
    type: 'request_forbidden',
    param: null,
    code: 'unsupported_country_region_territory',
    message: 'Country, region, or territory not supported',
  },
  404: {
    ...request,
    message: 'The model does not exist or you do not have access to it.',
    code: 'model_not_found',
  },
  413: { ...request, message: 'The request is too large.', code: 'request_too_large' },
  429: {
    type: 'requests',
    param: null,
    code: 'rate_limit_exceeded',
    message:
      'Rate limit reached on requests per min (RPM): Limit 3, Used 3, Requested 1. Please try again in 20s.',
  },
  500: { ...server, message: 'The server had an error while processing your request. Sorry about that!' },
  503: { ...server, message: 'The engine is currently overloaded, please try again later.' },
};

const otherRequest = { ...request, message: 'The request could not be processed.' };
const otherServer = { ...server, message: 'The server is not able to answer at the moment.' };

export function statusError(status: number, message?: string): VendorError {
  const error = errors[status] ?? (status < 500 ? otherRequest : otherServer);
  return { ...error, status, message: message ?? error.message };
}
