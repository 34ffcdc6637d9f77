/** What a client is told when an upstream refuses in the words of AWS. */
import { expect, test } from 'vitest';
import { judgeRefusal } from './upstream-fault.ts';

const secrets = {
  keys: ['AKIDEXAMPLE00000:wJalrXUtnFEMI/K7MDENG:FwoGZXIvYXdzEXAMPLE=='],
  hosts: ['bedrock-runtime.us-east-1.amazonaws.com'],
  upstreamModel: 'anthropic.claude-sonnet-4-5-20250929-v1:0',
  model: 'fast',
};
const refuse = (status: number, type: string, message: string) =>
  judgeRefusal(
    status,
    { 'x-amzn-errortype': `${type}:http://internal.amazon.com/coral/com.amazon.bedrock/` },
    Buffer.from(JSON.stringify({ message })),
    secrets,
  );

test('a refusal of the request keeps its status and its words', () => {
  const { fault, isRetryable } = refuse(
    400,
    'ValidationException',
    'anthropic.claude-sonnet-4-5-20250929-v1:0: no such tool',
  );
  expect(fault).toMatchObject({ status: 400, message: 'fast: no such tool' });
  expect(isRetryable).toBe(false);
});

test.each([
  [403, 'AccessDeniedException'],
  [403, 'UnrecognizedClientException'],
  [403, 'ExpiredTokenException'],
  [404, 'ResourceNotFoundException'],
  [408, 'ModelTimeoutException'],
  [424, 'ModelErrorException'],
  [503, 'ServiceUnavailableException'],
  // These come with 400 and are not the client's either.
  [400, 'RequestExpired'],
  [400, 'IncompleteSignature'],
  [400, 'ServiceQuotaExceededException'],
])('%i %s is our trouble, and another channel may do better', (status, type) => {
  const { fault, isRetryable } = refuse(
    status,
    type,
    'The security token included in the request is invalid',
  );
  expect(fault).toMatchObject({ status: 503, code: 'model_not_found' });
  expect(fault.message).not.toContain('token');
  expect(isRetryable).toBe(true);
});

test.each([
  ['credential', 'The security token included in the request is invalid.'],
  ['model', "You don't have access to the model with the specified model ID."],
  [
    'model',
    'Model access is denied due to INVALID_PAYMENT_INSTRUMENT: a payment instrument must be provided.',
  ],
])('403 blames %s where it says: %s', (blame, message) => {
  expect(judgeRefusal(403, {}, Buffer.from(JSON.stringify({ message })), secrets).blame).toBe(blame);
});

test.each(['ThrottlingException', 'ModelNotReadyException'])('429 %s is to be waited for', (type) => {
  expect(refuse(429, type, 'Too many requests').fault).toMatchObject({
    status: 429,
    code: 'too_many_requests',
  });
});

test('parts of a credential and names of resources are masked', () => {
  const arn = 'arn:aws:sts::123456789012:assumed-role/gateway/i-0abc';
  const { fault } = refuse(
    400,
    'ValidationException',
    `${arn} with AKIDEXAMPLE00000 FwoGZXIvYXdzEXAMPLE== no`,
  );
  expect(fault.message).toBe('[resource] with [key] [key] no');
});
