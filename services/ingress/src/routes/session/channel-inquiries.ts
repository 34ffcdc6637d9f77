import type { ChannelAction, Route, Target } from '../route.ts';

/** What is asked of channels live, and how the whole system is. Before rows that have a parameter in these places. */
export const channelInquiryRoutes: readonly Route[] = [
  channels('GET', '/api/channel/test', 'test-all'),
  channels('GET', '/api/channel/test/:id', 'test'),
  channels('POST', '/api/channel/fetch_models', 'unsaved-models'),
  channels('GET', '/api/channel/fetch_models/:id', 'models'),
  channels('GET', '/api/channel/update_balance', 'balances'),
  channels('GET', '/api/channel/update_balance/:id', 'balance'),
  admin('GET', '/api/channel/health', { to: 'statuses', view: 'channels' }),
  admin('GET', '/api/system/status', { to: 'statuses', view: 'system' }),
];

/** Most are GET for the clients that there are, and yet each calls upstreams. */
function channels(method: Route['method'], path: string, action: ChannelAction): Route {
  return { ...admin(method, path, { to: 'channels', action }), isUnsafe: true };
}

function admin(method: Route['method'], path: string, target: Target): Route {
  return {
    method,
    path,
    proof: 'admin',
    carriers: [],
    envelope: 'session',
    limits: 'none',
    billable: false,
    target,
  };
}
