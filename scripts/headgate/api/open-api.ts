import { isPlainUrl } from '@headgate/runtime/outbound/is-plain-url';
import { findRunningSystem } from '../running-system.ts';
import { WordsError } from '../words-error.ts';
import { ApiRefused, type Asker, askApi, NotSignedIn, type SessionApi } from './session-api.ts';

/** What a header can carry; tokens have no more, with `Bearer ` before them or without. */
const isToken = /^[\x20-\x7e]+$/;

/**
 * The session API of the gateway that is meant: HEADGATE_URL, by the personal access token HEADGATE_ACCESS_TOKEN; or else the
 * system that runs on this machine, as its root.
 */
export async function openSessionApi(): Promise<SessionApi> {
  const { HEADGATE_URL: url } = process.env;
  const token = process.env.HEADGATE_ACCESS_TOKEN?.trim();
  if (token && !isToken.test(token))
    throw new WordsError(
      'HEADGATE_ACCESS_TOKEN has characters that no token has: set it to the one line of it.',
    );
  if (url) {
    if (!isPlainUrl(url))
      throw new WordsError(
        'HEADGATE_URL must be an http or https URL without user, password, query and fragment.',
      );
    if (!token) throw new WordsError('HEADGATE_URL is set, and HEADGATE_ACCESS_TOKEN is missing.');
    return askByToken(url, token);
  }
  const system = findRunningSystem();
  if (!system?.baseUrl) throw new WordsError('Nothing runs here, and HEADGATE_URL is missing.');
  if (token) return askByToken(system.baseUrl, token);
  if (!system.admin)
    throw new WordsError('This system has users of its own: set HEADGATE_ACCESS_TOKEN to a token of yours.');
  return signIn(system.baseUrl, system.admin);
}

interface Credentials {
  username: string;
  password: string;
}

function askAs(asker: Asker): SessionApi {
  return {
    ask: async (method, path, asked) => (await askApi(asker, method, path, asked)).data,
    close: async () => undefined,
  };
}

function askByToken(baseUrl: string, token: string): SessionApi {
  const api = askAs({ baseUrl, headers: { authorization: token } });
  return {
    ...api,
    ask: (...asked) =>
      api.ask(...asked).catch((error: unknown) => {
        if (!(error instanceof NotSignedIn)) throw error;
        throw new ApiRefused(
          `${error.message} HEADGATE_ACCESS_TOKEN must be a personal access token of this gateway that was not revoked.`,
          { cause: error },
        );
      }),
  };
}

async function signIn(baseUrl: string, credentials: Credentials): Promise<SessionApi> {
  const { headers } = await askApi({ baseUrl, headers: {} }, 'POST', '/api/user/login', {
    body: credentials,
  }).catch((error: unknown) => {
    if (!(error instanceof ApiRefused)) throw error;
    throw new ApiRefused(
      `${error.message} Where the password of ${credentials.username} was changed since the start, set HEADGATE_ACCESS_TOKEN.`,
      { cause: error },
    );
  });
  const cookie = headers.getSetCookie()[0]?.split(';')[0];
  if (!cookie) throw new ApiRefused('The password alone does not sign in here: set HEADGATE_ACCESS_TOKEN.');
  const asker = { baseUrl, headers: { cookie } };
  return {
    ...askAs(asker),
    async close() {
      await askApi(asker, 'GET', '/api/user/logout').catch(() => undefined);
    },
  };
}
