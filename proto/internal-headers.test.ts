import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { fault } from './faults.ts';
import { Caller, RealtimeOpen } from './gen/headgate/text/v1/text.ts';
import { readCaller, readFault, writeCaller, writeFault } from './internal-headers.ts';

const secret = { current: randomBytes(32), others: [] };
const open = RealtimeOpen.fromPartial({
  requestId: 'r',
  model: 'm',
  caller: Caller.fromPartial({ keyId: 7n, group: 'default' }),
  expiresAtMs: 1_000n,
});
const header = writeCaller(open, secret);

test('a caller is read as it was signed', () => {
  expect(readCaller(header, secret, 999)).toEqual(open);
});

test('while the secret is exchanged, callers signed with the next or the previous one are read', () => {
  const next = { current: secret.current, others: [randomBytes(32)] };
  expect(readCaller(header, next, 0)).toEqual(open);
  const previous = { current: randomBytes(32), others: [randomBytes(32), secret.current] };
  expect(readCaller(header, previous, 0)).toEqual(open);
  expect(readCaller(writeCaller(open, previous), secret, 0)).toBeUndefined();
});

test('a caller is good for its time alone', () => {
  expect(readCaller(header, secret, 1_000)).toBeUndefined();
});

test.each([
  ['another secret', header, { current: randomBytes(32), others: [randomBytes(32)] }],
  [
    'another payload',
    `${writeCaller({ ...open, model: 'n' }, secret).split('.')[0]}.${header.split('.')[1]}`,
    secret,
  ],
  ['a signature that is cut', header.slice(0, -4), secret],
  ['no signature', header.split('.')[0], secret],
  ['nothing', undefined, secret],
])('nobody is read from %s', (_name, forged, by) => {
  expect(readCaller(forged, by, 0)).toBeUndefined();
});

test('a fault is read as it was written', () => {
  const written = fault('too_many_requests', { retryAfterMs: 1_500, message: 'Wörter' });
  expect(readFault(writeFault(written))).toEqual(written);
  expect(readFault(undefined)).toBeUndefined();
});
