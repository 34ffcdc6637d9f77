import type { Route } from '../route.ts';
import { operation } from './operation.ts';

/**
 * Users, redemption codes and the audit log, by administrators; and what everybody does with the latter two. They stand last in
 * the route table: `/api/user/:id` would be `/api/user/self` as well.
 */
export const administrationRoutes: readonly Route[] = [
  operation('GET', '/api/user', 'admin', 'users.list'),
  operation('GET', '/api/user/search', 'admin', 'users.list'),
  operation('POST', '/api/user', 'admin', 'users.create'),
  operation('PUT', '/api/user', 'admin', 'users.update'),
  operation('POST', '/api/user/manage', 'admin', 'users.manage'),
  operation('POST', '/api/user/topup', 'session', 'redemptions.redeem'),
  operation('GET', '/api/user/:id', 'admin', 'users.get'),
  operation('DELETE', '/api/user/:id', 'admin', 'users.delete'),
  operation('GET', '/api/redemption', 'admin', 'redemptions.list'),
  operation('GET', '/api/redemption/search', 'admin', 'redemptions.list'),
  operation('GET', '/api/redemption/:id', 'admin', 'redemptions.get'),
  operation('POST', '/api/redemption', 'admin', 'redemptions.create'),
  operation('PUT', '/api/redemption', 'admin', 'redemptions.update'),
  operation('DELETE', '/api/redemption/invalid', 'admin', 'redemptions.delete-invalid'),
  operation('DELETE', '/api/redemption/:id', 'admin', 'redemptions.delete'),
  operation('GET', '/api/audit', 'admin', 'audit.list'),
  operation('GET', '/api/audit/self', 'session', 'audit.list-own'),
];
