import type { VendorError } from './vendor-error.ts';

type Words = Pick<VendorError, 'code' | 'message' | 'type'>;

/** The vendor's words for each status; statuses not listed share the last ones of their class. */
const errors: Record<number, Words> = {
  400: {
    code: 'InvalidParameter',
    type: 'BadRequest',
    message: 'A parameter specified in the request is not valid.',
  },
  401: {
    ...{ code: 'AuthenticationError', type: 'Unauthorized' },
    message: 'The API key or AK/SK in the request is missing or invalid.',
  },
  403: {
    code: 'AccessDenied',
    type: 'Forbidden',
    message: 'The request failed because you do not have access.',
  },
  404: {
    ...{ code: 'ResourceNotFound', type: 'NotFound' },
    message: 'The specified resource does not exist or you do not have access to it.',
  },
  429: {
    ...{ code: 'RateLimitExceeded.EndpointRPMExceeded', type: 'TooManyRequests' },
    message:
      'The requests per minute (RPM) limit of the associated endpoint for your account has been exceeded.',
  },
  500: {
    ...{ code: 'InternalServiceError', type: 'InternalServerError' },
    message: 'The service encountered an unexpected internal error.',
  },
};

const otherRequest: Words = {
  code: 'BadRequest',
  type: 'BadRequest',
  message: 'The request could not be processed.',
};
const otherServer: Words = {
  ...{ code: 'ServerOverloaded', type: 'TooManyRequests' },
  message: 'The service is currently unable to handle additional requests due to server overload.',
};

export function statusError(status: number, message?: string): VendorError {
  const words = errors[status] ?? (status < 500 ? otherRequest : otherServer);
  return { ...words, status, param: '', message: message ?? words.message };
}

export const moderated: VendorError = {
  ...{ status: 400, code: 'InputTextSensitiveContentDetected', type: 'BadRequest', param: '' },
  message: 'The request failed because the input text may contain sensitive information.',
};

export const broke: VendorError = {
  ...{ status: 403, code: 'AccountOverdueError', type: 'Forbidden', param: '' },
  message: 'The request failed because your account has an overdue balance.',
};

export function unknownModel(model: string): VendorError {
  const message = `The model or endpoint ${model} does not exist or you do not have access to it.`;
  return { status: 404, code: 'InvalidEndpointOrModel.NotFound', type: 'NotFound', param: '', message };
}
