import type { Route } from '../route.ts';
import { operation } from './operation.ts';

/** What guards people beside a password. */
export const secondFactorRoutes: readonly Route[] = [
  operation('POST', '/api/user/login/2fa', 'none', 'second-factors.sign-in', { limits: 'login' }),
  operation('GET', '/api/user/2fa/status', 'session', 'second-factors.status'),
  operation('POST', '/api/user/2fa/setup', 'session', 'second-factors.setup'),
  operation('POST', '/api/user/2fa/enable', 'session', 'second-factors.enable'),
  operation('POST', '/api/user/2fa/disable', 'session', 'second-factors.disable'),
  operation('POST', '/api/user/2fa/backup_codes', 'session', 'second-factors.renew-backup-codes'),
  operation('GET', '/api/user/2fa/stats', 'admin', 'second-factors.stats'),
  operation('DELETE', '/api/user/:id/2fa', 'admin', 'second-factors.remove'),

  operation('POST', '/api/user/passkey/login/begin', 'none', 'passkeys.begin-sign-in', { limits: 'login' }),
  operation('POST', '/api/user/passkey/login/finish', 'none', 'passkeys.finish-sign-in', { limits: 'login' }),
  operation('GET', '/api/user/passkey', 'session', 'passkeys.list'),
  operation('DELETE', '/api/user/passkey', 'session', 'passkeys.remove-all'),
  operation('DELETE', '/api/user/passkey/:id', 'session', 'passkeys.remove'),
  operation('POST', '/api/user/passkey/register/begin', 'session', 'passkeys.begin-registration'),
  operation('POST', '/api/user/passkey/register/finish', 'session', 'passkeys.finish-registration'),
  operation('POST', '/api/user/passkey/verify/begin', 'session', 'passkeys.begin-verification'),
  operation('POST', '/api/user/passkey/verify/finish', 'session', 'passkeys.finish-verification'),
  operation('DELETE', '/api/user/:id/reset_passkey', 'admin', 'passkeys.reset'),

  operation('POST', '/api/verify', 'session', 'sessions.verify', { limits: 'login' }),
];
