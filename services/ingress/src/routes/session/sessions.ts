import type { Route } from '../route.ts';
import { operation } from './operation.ts';

/** Where people are signed in. */
export const sessionRoutes: readonly Route[] = [
  operation('GET', '/api/user/sessions', 'session', 'sessions.list'),
  operation('DELETE', '/api/user/sessions/:id', 'session', 'sessions.revoke'),
];
