import type { Route } from '../route.ts';
import { operation } from './operation.ts';

/** Keys of people, by themselves. */
export const keyRoutes: readonly Route[] = [
  operation('GET', '/api/token', 'session', 'keys.list'),
  operation('GET', '/api/token/search', 'session', 'keys.list'),
  operation('GET', '/api/token/all', 'admin', 'keys.list-all'),
  operation('GET', '/api/token/:id', 'session', 'keys.get'),
  operation('POST', '/api/token', 'session', 'keys.create'),
  operation('PUT', '/api/token', 'session', 'keys.update'),
  operation('DELETE', '/api/token/:id', 'session', 'keys.delete'),
  operation('POST', '/api/token/batch', 'session', 'keys.delete-many'),
  operation('POST', '/api/token/batch/keys', 'session', 'keys.reveal-many'),
  operation('POST', '/api/token/:id/key', 'session', 'keys.reveal'),
];
