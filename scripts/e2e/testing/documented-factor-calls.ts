/** How what people prove themselves by is called: second factors, passkeys, and who else knows them. */
import { type MakeCall, plain, refused } from './documented-call.ts';
import { credentialsOf } from './people.ts';

/** As browsers write one: no browser is here to have made it, so that it is refused. */
const passkey = (response: object) => ({
  ...{ id: 'AAAA', rawId: 'AAAA', type: 'public-key', clientExtensionResults: {} },
  response: { clientDataJSON: 'AAAA', ...response },
});
const usedPasskey = { credential: passkey({ authenticatorData: 'AAAA', signature: 'AAAA' }) };
const newPasskey = { name: 'A phone', credential: passkey({ attestationObject: 'AAAA' }) };

const secondFactors: Record<string, MakeCall> = {
  'POST /api/user/login/2fa': ({ guarded }) => ({
    cookie: guarded.flowCookie,
    body: { code: guarded.backupCode },
  }),
  'GET /api/user/2fa/status': plain,
  'POST /api/user/2fa/setup': plain,
  'POST /api/user/2fa/enable': ({ spare }) => ({ cookie: spare.cookie, body: { code: spare.code() } }),
  'POST /api/user/2fa/disable': ({ spare }) => ({ cookie: spare.cookie, body: { code: spare.code(1) } }),
  'POST /api/user/2fa/backup_codes': ({ guarded }) => ({
    cookie: guarded.cookie,
    body: { code: guarded.code(1) },
  }),
  'GET /api/user/2fa/stats': plain,
  'DELETE /api/user/{id}/2fa': ({ guarded }) => ({ path: { id: guarded.id } }),
  // Their second factor is gone by now.
  'POST /api/verify': ({ guarded }) => ({
    cookie: guarded.cookie,
    body: { method: 'password', ...credentialsOf('guarded') },
  }),
};

const passkeys: Record<string, MakeCall> = {
  'POST /api/user/passkey/login/begin': plain,
  'POST /api/user/passkey/login/finish': () => ({ body: usedPasskey, ...refused }),
  'GET /api/user/passkey': ({ spare }) => ({ cookie: spare.cookie }),
  // Ada has none.
  'DELETE /api/user/passkey': plain,
  'DELETE /api/user/passkey/{id}': ({ spare }) => ({ cookie: spare.cookie, path: { id: spare.passkeyId } }),
  'POST /api/user/passkey/register/begin': plain,
  'POST /api/user/passkey/register/finish': () => ({ body: newPasskey, ...refused }),
  'POST /api/user/passkey/verify/begin': ({ spare }) => ({ cookie: spare.cookie }),
  'POST /api/user/passkey/verify/finish': ({ spare }) => ({
    cookie: spare.cookie,
    body: usedPasskey,
    ...refused,
  }),
  'DELETE /api/user/{id}/reset_passkey': ({ guarded }) => ({ path: { id: guarded.id } }),
};

/** These systems know no such provider. */
const provider = { path: { provider: 'nobody' } };
const unknownProvider: MakeCall = () => ({ ...provider, refused: { status: 400 } });

const providers: Record<string, MakeCall> = {
  'GET /api/oauth/state': plain,
  'GET /api/oauth/{provider}/start': unknownProvider,
  'GET /api/oauth/{provider}': unknownProvider,
  'GET /api/user/oauth/bindings': plain,
  'DELETE /api/user/oauth/bindings/{provider}': () => ({ ...provider, ...refused }),
};

export const factorCalls: Record<string, MakeCall> = { ...secondFactors, ...passkeys, ...providers };
