import { expect, test } from 'vitest';
import { maskSecrets } from './mask.ts';

const secrets = { keys: [], hosts: [], upstreamModel: 'gpt-5', model: 'fast' };

test.each([
  ['Not valid. Request id: 0217280951205813c183a1fb82c613f4d448', 'Not valid. Request id: [id]'],
  ['No such field (request id: 20251126093015187654321)', 'No such field (request id: [id])'],
  ['Bad (Status Code: 400, RequestId: 5f0c2f5e-7e8a-4a66)', 'Bad (Status Code: 400, RequestId: [id])'],
  ['Include the request ID req_8c1f00d2 in your message.', 'Include the request ID [id] in your message.'],
  ['Failed: req_011CSHoEeqs5C35K2UUqR7Fy', 'Failed: [id]'],
  ['{"request_id":"0f8d7c6b"} "trace_id" = 77fe01aa', '{"request_id":"[id]"} "trace_id" = [id]'],
])('what an upstream calls a request is masked: %s', (message, masked) => {
  expect(maskSecrets(message, secrets)).toBe(masked);
});

test.each([
  'The request identifies nothing. A request id is required: request id parameters',
  "Item with id 'rs_68f0a1b2c3d4' and call_id call_0f8d7c6b5a49 have no output.",
  'tools.0.req_1 is no member of input_schema',
])('what a client calls its own is not: %s', (message) => {
  expect(maskSecrets(message, secrets)).toBe(message);
});

test.each(['request-id-', 'request id', ' '])('a long text of %j is looked through once', (piece) => {
  // With no bound to each look, it would outlast the test.
  expect(maskSecrets(`request id${piece.repeat(100_000)}`, secrets)).toHaveLength(2_000);
});

test('the snapshot of a model that is mapped is told under the name that the client uses', () => {
  const message = "Unsupported value: 'none' is not supported with the 'gpt-5-2025-08-07' model.";
  expect(maskSecrets(message, secrets)).toBe(message.replace('gpt-5-2025-08-07', 'fast'));
  const others = 'gpt-5-mini, gpt-5-2025 and gpt-5-2025-08-07-x';
  expect(maskSecrets(others, secrets)).toBe(others);
  const own = { ...secrets, model: 'gpt-5' };
  expect(maskSecrets(message, own)).toBe(message);
});

test.each([
  [
    'x',
    'The code is context_length_exceeded; key=x, "x", x.',
    'The code is context_length_exceeded; key=[key], "[key]", [key].',
  ],
  ['none', 'Incorrect API key none: nonexistent', 'Incorrect API key [key]: nonexistent'],
  ['as-long-as-that', 'keyas-long-as-thatkey', 'key[key]key'],
])('the key %s is masked, and words that it is a part of are not', (key, message, masked) => {
  expect(maskSecrets(message, { ...secrets, keys: [key] })).toBe(masked);
});
