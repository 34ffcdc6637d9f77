import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { authorize } from './token.ts';

const nowMs = 1_700_000_000_900;

test('a token says its type, is good from a moment ago for half an hour, and is signed', () => {
  const [scheme, token = ''] = authorize('access:secret:with:colons', nowMs).authorization?.split(' ') ?? [];
  const [head = '', claims = '', signature] = token.split('.');
  const open = (part: string): unknown => JSON.parse(Buffer.from(part, 'base64url').toString());
  expect(scheme).toBe('Bearer');
  expect(open(head)).toEqual({ alg: 'HS256', typ: 'JWT' });
  expect(open(claims)).toEqual({ iss: 'access', exp: 1_700_001_800, nbf: 1_699_999_995 });
  const expected = createHmac('sha256', 'secret:with:colons').update(`${head}.${claims}`).digest('base64url');
  expect(signature).toBe(expected);
});

test('a credential of one part is sent as it is', () => {
  expect(authorize('sk-one-part', nowMs)).toEqual({ authorization: 'Bearer sk-one-part' });
  expect(authorize(undefined, nowMs)).toEqual({});
});
