import { randomUUID } from 'node:crypto';
import type { MediaVendor } from '../media/media-vendor.ts';
import { jsonReply, type Reply } from '../media/reply.ts';
import type { VendorError } from './vendor-error.ts';

export function errorReply({ status, code, message }: VendorError): Reply {
  return jsonReply(status, { code, message, request_id: randomUUID() });
}

export function okReply(data: unknown): Reply {
  return jsonReply(200, { code: 0, message: 'SUCCEED', request_id: randomUUID(), data });
}

/** The vendor's own codes, by HTTP status. */
const usual: Record<number, [code: number, message: string]> = {
  400: [1201, 'Invalid parameters'],
  401: [1002, 'Authorization is invalid'],
  403: [1103, 'Unauthorized access to requested resource'],
  404: [1203, 'The requested resource does not exist'],
  429: [1303, 'parallel task over resource pack limit'],
  503: [5001, 'Server temporarily unavailable'],
  504: [5002, 'Server internal timeout'],
};

/** Kling, called directly. */
export const kling: MediaVendor = {
  name: 'kling',
  statusPath: 'data.task_status',
  mediaPath: 'data.task_result',
  error(status, message) {
    const [code, words] = usual[status] ?? (status < 500 ? [1200, 'Invalid request parameters'] : internal);
    return errorReply({ status, code, message: message ?? words });
  },
  moderated: () =>
    errorReply({
      status: 400,
      code: 1301,
      message: 'The content triggers the content security policy of the platform',
    }),
  broke: () =>
    errorReply({
      status: 429,
      code: 1102,
      message: 'Account balance not enough: resource pack depleted or expired',
    }),
  headers: () => ({}),
};

const internal: [number, string] = [5000, 'Server internal error'];
