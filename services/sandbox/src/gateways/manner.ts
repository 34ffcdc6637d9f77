import type { MediaVendor } from '../media/media-vendor.ts';
import { jsonReply, type Reply } from '../media/reply.ts';

/**
 * Two gateways that serve films in jobs to other gateways: `unified` answers with a small record, `reference` as
 * installations of new-api do, with all that it knows, states of its own and the address elsewhere.
 */
export type Manner = 'unified' | 'reference';

/** How a route tells about a task: as a record below `data`, or as OpenAI's object. */
export type Style = 'record' | 'object';

export function gatewayOf(manner: Manner, style: Style): MediaVendor {
  const isRecord = style === 'record';
  return {
    name: `gateway-${manner}`,
    statusPath: isRecord ? 'data.status' : 'status',
    mediaPath: isRecord ? ['data.url', 'data.result_url'] : ['video_url', 'metadata'],
    error: (status, message) => errorReply(style, status, message),
    moderated: () =>
      errorReply(style, 400, 'The content violates the content policy.', 'content_policy_violation'),
    broke: () => errorReply(style, 402, 'The user quota is not enough.', 'insufficient_user_quota'),
    headers: ({ life, number }) => ({
      'x-oneapi-request-id': `${life}${number}`,
      'x-new-api-version': 'v0.9.9',
    }),
  };
}

const usualCodes: Record<number, string> = {
  400: 'invalid_request',
  401: 'invalid_api_key',
  402: 'insufficient_user_quota',
  404: 'task_not_exist',
  429: 'too_many_requests',
  503: 'model_not_found',
};

/** Wrapped where records are; the envelope that OpenAI's SDKs read everywhere else. */
export function errorReply(
  style: Style,
  status: number,
  message = 'Something went wrong.',
  code = usualCodes[status] ?? 'bad_response',
): Reply {
  const type = status === 401 || status === 400 ? 'invalid_request_error' : 'new_api_error';
  return style === 'record'
    ? jsonReply(status, { code, message, data: null })
    : jsonReply(status, { error: { message, type, param: '', code } });
}
