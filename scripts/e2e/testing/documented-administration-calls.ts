/** How what administrators do about users, redemption codes and the audit log is called, and what everybody does with them. */
import { type MakeCall, plain } from './documented-call.ts';

const ofUser: MakeCall = ({ userId }) => ({ path: { id: userId } });

export const administrationCalls: Record<string, MakeCall> = {
  'GET /api/user': plain,
  'GET /api/user/search': () => ({ query: { keyword: 'ad' } }),
  'POST /api/user': () => ({ body: { username: 'made', password: 'the password of made' } }),
  'PUT /api/user': ({ guarded }) => ({ body: { id: Number(guarded.id), display_name: 'Gus' } }),
  'POST /api/user/manage': ({ guarded }) => ({ body: { id: Number(guarded.id), action: 'disable' } }),
  'POST /api/user/topup': ({ code }) => ({ body: { key: code } }),
  'GET /api/user/{id}': ofUser,
  'DELETE /api/user/{id}': ({ guarded }) => ({ path: { id: guarded.id } }),
  'GET /api/redemption': plain,
  'GET /api/redemption/search': () => ({ query: { keyword: 'spare', status: '1' } }),
  'GET /api/redemption/{id}': ({ spareCodes: [first] }) => ({ path: { id: first } }),
  'POST /api/redemption': () => ({ body: { name: 'documented', quota: 5, count: 2 } }),
  'PUT /api/redemption': ({ spareCodes: [first] }) => ({ body: { id: Number(first), name: 'renamed' } }),
  'DELETE /api/redemption/invalid': plain,
  'DELETE /api/redemption/{id}': ({ spareCodes: [, second] }) => ({ path: { id: second } }),
  'GET /api/audit': plain,
  'GET /api/audit/self': plain,
};
