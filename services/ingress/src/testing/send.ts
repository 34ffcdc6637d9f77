import request from 'supertest';
import type { Route } from '../routes/route.ts';
import { pathOf } from './row-kind.ts';

export const verbs = { GET: 'get', POST: 'post', PUT: 'put', DELETE: 'delete' } as const;

let addresses = 0;

/** An address in 192.0.0.0/8 that no request has come from. */
export function freshAddress(): string {
  addresses += 1;
  return `192.0.${addresses >> 8}.${addresses & 255}`;
}

/** Asks a row, from an address of its own unless `headers` name one. */
export function send({ url }: { url: string }, route: Route, headers: Record<string, string> = {}) {
  return request(url)
    [verbs[route.method]](pathOf(route))
    .set({ 'x-forwarded-for': freshAddress(), ...headers });
}

export function withKey(key: string): Record<string, string> {
  return { authorization: `Bearer ${key}` };
}
