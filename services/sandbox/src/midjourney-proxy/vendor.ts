import type { MediaVendor } from '../media/media-vendor.ts';
import { jsonReply } from '../media/reply.ts';
import { banned, failure, invalid, noAccount, queueFull, resultReply } from './submit-result.ts';

/** midjourney-proxy, which works Discord for its callers. What it cannot take it says with a code under 200. */
export const midjourneyProxy: MediaVendor = {
  name: 'midjourney-proxy',
  statusPath: 'status',
  mediaPath: 'imageUrl',
  error(status, message) {
    if (status === 400) return resultReply(invalid(message ?? '参数错误'));
    if (status === 404) return resultReply(noAccount);
    if (status === 429) return resultReply(queueFull, null, { discordInstanceId: instanceId });
    if (status === 401) return unauthorized;
    const error = status >= 500 ? 'Internal Server Error' : 'Bad Request';
    return jsonReply(status, { timestamp: '2026-11-21T20:40:00.000+00:00', status, error, path: '/mj' });
  },
  moderated: () => resultReply(banned, null, { promptEn: 'nude body', bannedWord: 'nude' }),
  broke: () => resultReply(failure),
  headers: () => ({}),
};

/** The one account at Discord that the sandbox has. */
export const instanceId = '1118138338562560102';

export const unauthorized = {
  status: 401,
  headers: { 'content-type': 'text/plain' },
  body: 'Authorization header missing.',
};
