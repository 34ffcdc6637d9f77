import { randomUUID } from 'node:crypto';
import type { MediaVendor } from '../media/media-vendor.ts';
import { jsonReply, type Reply } from '../media/reply.ts';

/** An error as the vendor sends it: `{"code", "message", "request_id"}` under an HTTP status. */
export interface VendorError {
  status: number;
  code: string;
  message: string;
}

export function errorReply({ status, code, message }: VendorError): Reply {
  return jsonReply(status, { code, message, request_id: randomUUID() });
}

/** What is said of a task that there is not, or no longer. */
export function unknownTask(id: string): Reply {
  return jsonReply(200, { request_id: randomUUID(), output: { task_id: id, task_status: 'UNKNOWN' } });
}

export function invalid(message: string): VendorError {
  return { status: 400, code: 'InvalidParameter', message };
}

const usual: Record<number, [code: string, message: string]> = {
  400: ['InvalidParameter', 'Required parameter(s) missing or invalid, please check the request parameters.'],
  401: ['InvalidApiKey', 'Invalid API-key provided.'],
  403: ['AccessDenied', 'Access denied.'],
  429: ['Throttling.RateQuota', 'Requests rate limit exceeded, please try again later.'],
  503: [
    'ModelServingError',
    'Too many requests. Your requests are being throttled due to system capacity limits.',
  ],
};

/** Alibaba's Wan models through DashScope. */
export const dashscope: MediaVendor = {
  name: 'dashscope',
  statusPath: 'output.task_status',
  mediaPath: 'output.video_url',
  error(status, message) {
    if (status === 404) return unknownTask('');
    const [code, words] = usual[status] ?? [
      'InternalError',
      'An internal error has occurred, please try again later.',
    ];
    return errorReply({ status, code, message: message ?? words });
  },
  moderated: () => errorReply({ status: 400, ...inspected }),
  broke: () =>
    errorReply({
      status: 400,
      code: 'Arrearage',
      message: 'Access denied, please make sure your account is in good standing.',
    }),
  headers: () => ({ server: 'istio-envoy' }),
};

/** What is said of content that is not wanted, at once or in the end. */
export const inspected = {
  code: 'DataInspectionFailed',
  message: 'Input or output data may contain inappropriate content.',
};
