/** What vendors say with 429 of an account, as if it were a crowd. */
import { expect, test } from 'vitest';
import { blameOf, isRetryable, toClientFault } from './upstream-fault.ts';

const secrets = {
  keys: ['upstream-secret-1'],
  hosts: ['api.vendor.example'],
  upstreamModel: 'm',
  model: 'm',
};

const team = 'Your team 16f2151a-40f4-4a80-8ad0-cae00c27e8dd';
const limit = 'used all available credits or reached its monthly spending limit.';
test.each([
  { error: { type: 'billing_not_active', code: 'billing_not_active', message: 'Not active' } },
  { code: 'Some resource has been exhausted', error: `${team} has either ${limit}` },
  { error: { code: '1113', message: 'Insufficient balance or no resource package. Please recharge.' } },
  {
    error: { http_code: '429', type: 'insufficient_balance_error', message: 'insufficient balance (1008)' },
  },
])('an account of ours that has nothing left is our trouble, and not to be waited for: %j', (said) => {
  const bytes = Buffer.from(JSON.stringify(said));
  const refusal = toClientFault(429, {}, bytes, secrets);
  expect(refusal).toMatchObject({ status: 503, code: 'model_not_found' });
  expect(isRetryable(refusal, 429)).toBe(true);
  expect(blameOf(429, bytes)).toBe('credential');
});
