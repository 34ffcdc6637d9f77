import type { Route } from '../route.ts';
import { operation } from './operation.ts';

/** Whoever guesses waits. */
const guarded = { limits: 'login' } as const;

/** People, how they sign in, and what they are told before they do. */
export const peopleRoutes: readonly Route[] = [
  operation('GET', '/api/setup', 'none', 'setups.show'),
  operation('POST', '/api/setup', 'none', 'setups.create', guarded),
  operation('GET', '/api/status', 'none', 'sites.status'),
  operation('GET', '/api/notice', 'none', 'sites.notice'),
  operation('GET', '/api/about', 'none', 'sites.about'),
  operation('GET', '/api/home_page_content', 'none', 'sites.home-page'),

  operation('POST', '/api/user/login', 'none', 'users.login', guarded),
  { ...operation('GET', '/api/user/logout', 'none', 'users.logout'), isUnsafe: true },
  operation('POST', '/api/user/logout', 'none', 'users.logout'),
  operation('POST', '/api/user/register', 'none', 'users.register', guarded),
  operation('GET', '/api/verification', 'none', 'emails.verify'),
  operation('GET', '/api/reset_password', 'none', 'emails.send-reset'),
  operation('POST', '/api/user/reset', 'none', 'emails.reset-password', guarded),

  operation('GET', '/api/user/self', 'session', 'users.self'),
  operation('PUT', '/api/user/self', 'session', 'users.change-self'),
  operation('DELETE', '/api/user/self', 'session', 'users.delete-self'),
  operation('PUT', '/api/user/setting', 'session', 'users.change-setting'),
  operation('POST', '/api/user/email/bind', 'session', 'emails.bind'),
  { ...operation('GET', '/api/user/token', 'session', 'access-tokens.regenerate'), isUnsafe: true },
  operation('GET', '/api/user/access-tokens', 'session', 'access-tokens.list'),
  operation('POST', '/api/user/access-tokens', 'session', 'access-tokens.create'),
  operation('DELETE', '/api/user/access-tokens/:id', 'session', 'access-tokens.revoke'),

  operation('POST', '/api/user/:id/quota', 'admin', 'users.change-quota'),
  operation('POST', '/api/token/:id/quota', 'admin', 'keys.change-quota'),

  operation('GET', '/api/option', 'root', 'options.list'),
  operation('PUT', '/api/option', 'root', 'options.change'),
];
