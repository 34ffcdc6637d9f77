/** How what people do about themselves and their keys is called, and what is done about them. */
import { randomUUID } from 'node:crypto';
import { type Call, type MakeCall, plain, refused } from './documented-call.ts';
import { credentialsOf } from './people.ts';

const quota = (): Call['body'] => ({ id: randomUUID(), units: 1, reason: 'for a test' });
const email = 'ada@mail.example';
/** These systems send no e-mail, so that nobody has a code. */
const mailless = { query: { email }, ...refused };

const site: Record<string, MakeCall> = {
  'GET /api/setup': plain,
  // Root is there already.
  'POST /api/setup': () => ({ body: { username: 'second', password: 'a second root' }, ...refused }),
  'GET /api/status': plain,
  'GET /api/notice': plain,
  'GET /api/about': plain,
  'GET /api/home_page_content': plain,
  'GET /api/option': plain,
  'PUT /api/option': () => ({ body: { key: 'notice', value: 'Hello' } }),
};

const people: Record<string, MakeCall> = {
  'POST /api/user/login': () => ({ body: credentialsOf('user') }),
  // As nobody: the sessions of these tests go on.
  'GET /api/user/logout': plain,
  'POST /api/user/logout': plain,
  'POST /api/user/register': () => ({ body: { username: 'new', password: 'the password of new' } }),
  'GET /api/verification': () => mailless,
  'GET /api/reset_password': () => mailless,
  'POST /api/user/reset': () => ({ body: { email, token: 'guessed' }, ...refused }),
  'GET /api/user/self': plain,
  'PUT /api/user/self': () => ({ body: { display_name: 'Ada' } }),
  'DELETE /api/user/self': ({ spare }) => ({ cookie: spare.cookie, body: credentialsOf('spare') }),
  'PUT /api/user/setting': () => ({ body: { language: 'en', theme: 'dark' } }),
  'POST /api/user/email/bind': () => ({
    body: { ...credentialsOf('user'), email, code: 'guessed' },
    ...refused,
  }),
  'GET /api/user/token': plain,
  'GET /api/user/access-tokens': plain,
  'POST /api/user/access-tokens': () => ({ body: { name: 'documented' } }),
  'DELETE /api/user/access-tokens/{id}': ({ accessTokenId }) => ({ path: { id: accessTokenId } }),
  'POST /api/user/{id}/quota': ({ userId }) => ({ path: { id: userId }, body: quota() }),
  'POST /api/token/{id}/quota': ({ keyId }) => ({ path: { id: keyId }, body: quota() }),
  'GET /api/user/sessions': plain,
  'DELETE /api/user/sessions/{id}': ({ sessionId }) => ({ path: { id: sessionId } }),
};

const ids = (...all: string[]) => ({ body: { ids: all.map(Number) } });

const keys: Record<string, MakeCall> = {
  'GET /api/token': plain,
  'GET /api/token/search': () => ({ query: { keyword: 'adas' } }),
  'GET /api/token/all': plain,
  'GET /api/token/{id}': ({ keyId }) => ({ path: { id: keyId } }),
  'POST /api/token': () => ({ body: { name: 'documented' } }),
  'PUT /api/token': ({ keyId }) => ({ body: { id: Number(keyId), rpm: 1_000 } }),
  'DELETE /api/token/{id}': ({ spareKeys: [first] }) => ({ path: { id: first } }),
  'POST /api/token/batch': ({ spareKeys: [, second] }) => ids(second),
  // Ada has not confirmed that it is she.
  'POST /api/token/batch/keys': ({ shownKeyId }) => ({ ...ids(shownKeyId), refused: { status: 403 } }),
  'POST /api/token/{id}/key': ({ shownKeyId }) => ({ path: { id: shownKeyId }, refused: { status: 403 } }),
};

export const peopleCalls: Record<string, MakeCall> = { ...site, ...people, ...keys };
