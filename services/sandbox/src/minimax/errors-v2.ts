import { jsonReply, type Reply } from '../media/reply.ts';

/** An error of version 2; the number of version 1 stands at the end of its message. */
export interface VendorError {
  status: number;
  type: string;
  message: string;
}

const errors: Record<number, Omit<VendorError, 'status'>> = {
  400: { type: 'bad_request_error', message: 'invalid params (2013)' },
  401: {
    type: 'authorized_error',
    message:
      "login fail: Please carry the API secret key in the 'Authorization' field of the request header (1004)",
  },
  402: { type: 'insufficient_balance_error', message: 'insufficient balance (1008)' },
  404: { type: 'bad_request_error', message: 'invalid params, invalid task_id (2013)' },
  422: { type: 'unprocessable_entity_error', message: 'video description contains sensitive content (1026)' },
  429: { type: 'rate_limit_error', message: 'rate limit, please retry later (1002)' },
};

export function statusError(status: number, message?: string): VendorError {
  const words = errors[status] ?? { type: 'server_error', message: 'internal error (1000)' };
  return { ...words, status, message: message ?? words.message };
}

export function invalid(reason: string): VendorError {
  return statusError(400, `invalid params, ${reason} (2013)`);
}

export function errorReply({ status, type, message }: VendorError): Reply {
  const error = { type, message, http_code: String(status) };
  return jsonReply(status, { type: 'error', error, request_id: '02sandbox' });
}
