import { isPlainUrl } from '@headgate/runtime/outbound/is-plain-url';
import { findRunningSystem } from '../running-system.ts';
import { WordsError } from '../words-error.ts';
import { ApiRefused, type Asker, askApi, type SessionApi } from './session-api.ts';

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
    return askAs({ baseUrl: url, headers: { authorization: token } });
  }
  const system = findRunningSystem();
  if (!system?.baseUrl) throw new WordsError('Nothing runs here, and HEADGATE_URL is missing.');
  if (token) return askAs({ baseUrl: system.baseUrl, headers: { authorization: token } });
  if (!system.admin)
    throw new WordsError('This system has users of its own: set HEADGATE_ACCESS_TOKEN to a token of yours.');
  return signIn(system.baseUrl, system.admin);
}

function askAs(asker: Asker): SessionApi {
  return {
    ask: async (method, path, asked) => (await askApi(asker, method, path, asked)).data,
    close: async () => undefined,
  };
}

async function signIn(baseUrl: string, credentials: object): Promise<SessionApi> {
  const { headers } = await askApi({ baseUrl, headers: {} }, 'POST', '/api/user/login', {
    body: credentials,
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
