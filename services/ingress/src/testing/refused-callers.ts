import { platformType } from '@headgate/proto/faults';
import { Role } from '@headgate/proto/gen/headgate/account/v1/account';
import { waitFor } from '@headgate/runtime/testing/wait-for';
import type { Response } from 'supertest';
import { expect } from 'vitest';
import type { Route } from '../routes/route.ts';
import { openRequest } from './http-client.ts';
import type { Refusal, Worlds } from './refusal.ts';
import { testUser } from './scripted-account.ts';
import type { ScriptedRelay } from './scripted-relay.ts';
import { answerOk } from './scripted-text-gateway.ts';
import { freshAddress, send, withKey } from './send.ts';

/** Whoever proves nothing, or what is not allowed in. */

const unauthorized = {
  code: 'invalid_api_key',
  type: 'invalid_request_error',
  headers: () => ({ 'x-should-retry': 'false' }),
};
const denied = { code: 'access_denied', type: platformType };
const tooMany = { code: 'too_many_requests', type: platformType, messagesType: 'rate_limit_error' };

/** A number of whole seconds within a limiter's window. */
function secondsUpTo(most: number) {
  return expect.toSatisfy((value) => /^[1-9]\d*$/.test(String(value)) && Number(value) <= most);
}

const noKey: Refusal = { ...unauthorized, provoke: ({ full }, route) => send(full, route) };
const unknownKey: Refusal = {
  ...unauthorized,
  provoke: ({ full }, route) => send(full, route, withKey('sk-wrong')),
};
const disabledKey: Refusal = {
  ...unauthorized,
  provoke: ({ full }, route) => send(full, route, withKey('sk-off')),
};
const expiredKey: Refusal = {
  ...unauthorized,
  provoke: ({ full }, route) => send(full, route, withKey('sk-old')),
};

export const withoutKey = [noKey, unknownKey, disabledKey, expiredKey];

/** Expired keys still read their own usage. */
export const withoutAnyKey = [
  { ...noKey, message: 'No Authorization header' },
  {
    ...unauthorized,
    message: 'Invalid Bearer token',
    provoke: ({ full }, route) => send(full, route, { authorization: 'Basic YTpi' }),
  },
  unknownKey,
  disabledKey,
] satisfies Refusal[];

export const withoutSession = [
  noKey,
  {
    ...unauthorized,
    provoke: ({ full }, route) => send(full, route, { cookie: 'session=unknown' }),
  },
] satisfies Refusal[];

export const foreignKey = [
  {
    ...denied,
    provoke: ({ full }, route) => send(full, route, withKey('sk-elsewhere')),
  },
  { ...denied, provoke: ({ full }, route) => send(full, route, withKey('sk-banned')) },
] satisfies Refusal[];

export const foreignSite = [
  { ...denied, provoke: ({ full }, route) => send(full, route, { 'sec-fetch-site': 'cross-site' }) },
  { ...denied, provoke: ({ full }, route) => send(full, route, { origin: 'https://elsewhere.example' }) },
] satisfies Refusal[];

export const disabledUser = [
  {
    ...denied,
    async provoke({ full, cookie }, route) {
      full.account.user = { ...testUser, enabled: false };
      const response = await send(full, route, { cookie });
      full.account.user = testUser;
      return response;
    },
  },
] satisfies Refusal[];

/** A session of somebody who administers nothing. */
export const commonUser = [
  {
    ...denied,
    message: 'Only administrators may do this.',
    provoke: (worlds, route) => sendAs(Role.USER, worlds, route),
  },
] satisfies Refusal[];

/** A session of an administrator, where only root may come. */
export const commonAdmin = [
  {
    ...denied,
    message: 'Only root may do this.',
    provoke: (worlds, route) => sendAs(Role.ADMIN, worlds, route),
  },
] satisfies Refusal[];

async function sendAs(role: Role, { full, cookie }: Worlds, route: Route): Promise<Response> {
  full.account.user = { ...testUser, role };
  const response = await send(full, route, { cookie });
  full.account.user = testUser;
  return response;
}

const overRate: Refusal = {
  ...tooMany,
  headers: () => ({ 'retry-after': secondsUpTo(60) }),
  async provoke({ full }, route) {
    const key = `sk-rpm-${freshAddress()}`;
    full.account.put(key, { rpm: 1 });
    await send(full, route, withKey(key));
    return send(full, route, withKey(key));
  },
};

const overConcurrency: Refusal = {
  ...tooMany,
  headers: () => ({ 'retry-after': '1' }),
  async provoke({ full }, route) {
    const key = `sk-place-${freshAddress()}`;
    full.account.put(key, { concurrency: 1 });
    let running: ScriptedRelay | undefined;
    full.text.onOpen = (relay) => (running = relay);
    openRequest(`${full.url}/v1/chat/completions`, { body: '{}', headers: withKey(key) });
    const held = await waitFor(() => running, 'a request has the place');
    const response = await send(full, route, withKey(key));
    full.text.onOpen = answerOk;
    answerOk(held);
    return response;
  },
};

const guessing: Refusal = {
  ...tooMany,
  headers: () => ({ 'retry-after': secondsUpTo(60) }),
  async provoke({ full }, route) {
    const address = { 'x-forwarded-for': freshAddress() };
    for (let count = 0; count < full.context.config.failedAuthLimit; count += 1) {
      await send(full, route, { ...address, ...withKey(`sk-guess-${count}`) });
    }
    return send(full, route, { ...address, ...withKey('sk-guess') });
  },
};

export const overLimits = [overRate, overConcurrency, guessing];

export const overLogins = [
  {
    ...tooMany,
    headers: () => ({ 'retry-after': secondsUpTo(20 * 60) }),
    async provoke({ full }, route) {
      const address = { 'x-forwarded-for': freshAddress() };
      const login = () => send(full, route, address).send({ username: 'ada', password: 'wrong' });
      for (let count = 0; count < full.context.config.loginLimit; count += 1) await login();
      return login();
    },
  },
] satisfies Refusal[];
