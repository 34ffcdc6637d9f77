import type { Route } from '../route.ts';
import { operation } from './operation.ts';

const page = '/console/sign-in';

/** Sign-in by those who say who people are. */
export const oauthRoutes: readonly Route[] = [
  operation('GET', '/api/oauth/state', 'none', 'oauth.state'),
  operation('GET', '/api/oauth/:provider/start', 'none', 'oauth.start', { page }),
  operation('GET', '/api/oauth/:provider', 'none', 'oauth.enter', { limits: 'login', page }),
  operation('GET', '/api/user/oauth/bindings', 'session', 'bindings.list'),
  operation('DELETE', '/api/user/oauth/bindings/:provider', 'session', 'bindings.remove'),
];
