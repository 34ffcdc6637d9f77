import type { VendorError } from './vendor-error.ts';

/** The vendor's words for each status; statuses not listed share the last ones of their class. */
const errors: Record<number, Omit<VendorError, 'status'>> = {
  400: { type: 'ValidationException', message: 'The request is not valid.' },
  401: {
    type: 'UnrecognizedClientException',
    message: 'The security token included in the request is invalid.',
  },
  403: {
    type: 'AccessDeniedException',
    message: "You don't have access to the model with the specified model ID.",
  },
  404: { type: 'ResourceNotFoundException', message: 'Could not resolve the foundation model.' },
  408: { type: 'ModelTimeoutException', message: 'Model has timed out in processing the request.' },
  424: { type: 'ModelErrorException', message: 'The model returned an error.' },
  429: { type: 'ThrottlingException', message: 'Too many requests, please wait before trying again.' },
  500: { type: 'InternalServerException', message: 'The system encountered an unexpected error.' },
  503: { type: 'ServiceUnavailableException', message: 'Bedrock is unable to process your request.' },
};

const otherRequest = { type: 'ValidationException', message: 'The request could not be processed.' };
const otherServer = { type: 'InternalServerException', message: 'The request could not be served.' };

export function statusError(status: number, message?: string): VendorError {
  const error = errors[status] ?? (status < 500 ? otherRequest : otherServer);
  return { ...error, status, message: message ?? error.message };
}
