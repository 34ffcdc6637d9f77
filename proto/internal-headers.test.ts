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
  expect(readCaller(writeCaller(open, previous), secret, 0)).toBeInstanceOf(Error);
});

test('a caller is good for its time alone, and clocks that are apart are told of', () => {
  expect(readCaller(header, secret, 21_000)).toEqual(
    new Error('a caller was signed for a time that ended 20000 ms ago: is the clock of its ingress right?'),
  );
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
])('nobody is read from %s, and the secret is told of', (_name, forged, by) => {
  expect(readCaller(forged, by, 0)).toEqual(
    new Error('a caller is not signed with HEADGATE_CALLER_SECRET: is it the same at every ingress?'),
  );
});

test('nobody is read where nobody is named', () => {
  expect(readCaller(undefined, secret, 0)).toBeUndefined();
});

test('a fault is read as it was written', () => {
  const written = fault('too_many_requests', { retryAfterMs: 1_500, message: 'Wörter' });
  expect(readFault(writeFault(written))).toEqual(written);
  expect(readFault(undefined)).toBeUndefined();
});
