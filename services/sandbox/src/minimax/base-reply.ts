import type { JsonRecord } from '../json-record.ts';
import { jsonReply, type Reply } from '../media/reply.ts';

export const good = { status_code: 0, status_msg: 'success' };

/** An answer of version 1, which says under 200 what became of the request. */
export function baseReply(code: number, message: string, members: JsonRecord = {}, status = 200): Reply {
  return jsonReply(status, { ...members, base_resp: { status_code: code, status_msg: message } });
}

export function invalid(reason: string): Reply {
  return baseReply(2013, `invalid params, ${reason}`);
}

const codes: Record<number, [code: number, message: string]> = {
  400: [2013, 'invalid params'],
  401: [
    1004,
    "login fail: Please carry the API secret key in the 'Authorization' field of the request header",
  ],
  403: [2049, 'invalid api key'],
  404: [2013, 'invalid params, invalid task_id'],
  429: [1002, 'rate limit, please retry later'],
};

/** The vendor's error for a status: its own under 200, unless it is that of a server. */
export function statusReply(status: number, message?: string): Reply {
  const [code, words] = codes[status] ?? [1000, 'unknown error'];
  return baseReply(code, message ?? words, {}, status < 500 ? 200 : status);
}
