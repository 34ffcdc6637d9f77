import { randomUUID } from 'node:crypto';
import type { MediaVendor } from '../media/media-vendor.ts';
import { jsonReply, type Reply } from '../media/reply.ts';
import { errorBody, type VendorError } from './vendor-error.ts';

/** Under every status the vendor answers 200 and says in the body what is wrong. */
export function errorReply(error: VendorError): Reply {
  return { ...jsonReply(200, null), body: errorBody(error, randomUUID()) };
}

const usual: Record<number, VendorError> = {
  401: {
    code: 'AuthFailure.SignatureFailure',
    message: 'The provided credentials could not be validated. Please check your signature is correct.',
  },
  403: { code: 'UnauthorizedOperation', message: 'The operation is not authorized.' },
  404: { code: 'ResourceNotFound', message: 'The task does not exist.' },
  413: { code: 'RequestSizeLimitExceeded', message: 'The request size exceeds the limit of 10 MB.' },
  429: {
    code: 'RequestLimitExceeded',
    message:
      'Your current request times equals to `21` in a second, which exceeds the frequency limit `20` for a second.',
  },
  503: { code: 'ServiceUnavailable', message: 'The service is temporarily unavailable.' },
};
const internal: VendorError = {
  code: 'InternalError',
  message: 'An internal error has occurred. Retry your request, but if the problem persists, contact us.',
};

/** Tencent Cloud VOD, as far as it makes films and pictures. */
export const tencentVod: MediaVendor = {
  name: 'tencent-vod',
  statusPath: ['Response.Status', 'Response.AigcVideoTask.Status', 'Response.AigcImageTask.Status'],
  mediaPath: ['Response.AigcVideoTask.Output', 'Response.AigcImageTask.Output'],
  error(status, message) {
    if (status === 400)
      return errorReply({ code: 'InvalidParameter', message: message ?? 'Invalid parameter.' });
    const error = usual[status] ?? internal;
    return errorReply(message === undefined ? error : { ...error, message });
  },
  moderated: () =>
    errorReply({
      // The vendor spells it so.
      code: 'InvalidParameter.VoilationContent',
      message: 'The input content violates the content security policy.',
    }),
  broke: () => errorReply({ code: 'LimitExceeded.Quota', message: 'The quota is used up.' }),
  headers: () => ({ server: 'nginx' }),
};
