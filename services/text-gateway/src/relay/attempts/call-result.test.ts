import { fault } from '@headgate/proto/faults';
import { expect, test } from 'vitest';
import { callResult } from './call-result.ts';

const failed = (isRetryable: boolean) =>
  ({ kind: 'failed', fault: fault('internal_error'), isRetryable }) as const;

test.each([
  [{ kind: 'answered' }, 'served'],
  [{ kind: 'answered', isBroken: true }, 'broken'],
  [{ ...failed(true), blame: 'busy' }, 'busy'],
  [{ ...failed(true), blame: 'credential' }, 'credential'],
  [{ ...failed(true), blame: 'request' }, 'refused'],
  [{ ...failed(true), blame: 'channel' }, 'refused'],
  [{ ...failed(true), blame: 'model' }, 'failed'],
  [failed(true), 'failed'],
  [failed(false), 'refused'],
  [undefined, 'failed'],
] as const)('%o is %s', (result, word) => {
  expect(callResult(result, false)).toBe(word);
  expect(callResult(result, true)).toBe('client_gone');
});
