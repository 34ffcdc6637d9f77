/** What vendors say with 429 of an account, as if it were a crowd. */
import { expect, test } from 'vitest';
import { judgeRefusal } from './upstream-fault.ts';

const secrets = {
  keys: ['upstream-secret-1'],
  hosts: ['api.vendor.example'],
  upstreamModel: 'm',
  model: 'm',
};

const google = [
  'Your billing account has exceeded its monthly spending cap',
  'Your prepayment credits are depleted. Please go to AI Studio to manage your project and billing.',
];
const team = 'Your team 00000000-0000-4000-8000-000000000001';
const limit = 'used all available credits or reached its monthly spending limit.';
test.each([
  { error: { type: 'billing_not_active', code: 'billing_not_active', message: 'Not active' } },
  { code: 'Some resource has been exhausted', error: `${team} has either ${limit}` },
  { error: { code: '1113', message: 'Insufficient balance or no resource package. Please recharge.' } },
  {
    error: { http_code: '429', type: 'insufficient_balance_error', message: 'insufficient balance (1008)' },
  },
  ...google.map((message) => ({ error: { code: 429, message, status: 'RESOURCE_EXHAUSTED' } })),
])('an account of ours that has nothing left is our trouble, and not to be waited for: %j', (said) => {
  const bytes = Buffer.from(JSON.stringify(said));
  const { fault: refusal, isRetryable, blame } = judgeRefusal(429, {}, bytes, secrets);
  expect(refusal).toMatchObject({ status: 503, code: 'model_not_found' });
  expect(isRetryable).toBe(true);
  expect(blame).toBe('credential');
});

test('nor does a client get to know that an account of ours at Google is not paid for', () => {
  const message =
    'Gemini API free tier is not available in your country. Please enable billing on your project.';
  const bytes = Buffer.from(JSON.stringify({ error: { code: 400, message, status: 'FAILED_PRECONDITION' } }));
  const { fault: refusal, isRetryable, blame } = judgeRefusal(400, {}, bytes, secrets);
  expect(refusal).toMatchObject({ status: 503, code: 'model_not_found' });
  expect(isRetryable).toBe(true);
  expect(blame).toBe('credential');
});
