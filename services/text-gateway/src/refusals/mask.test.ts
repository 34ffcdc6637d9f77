import { expect, test } from 'vitest';
import { maskSecrets } from './mask.ts';

const noSecrets = { keys: [], hosts: [], upstreamModel: 'gpt-5', model: 'fast' };

test.each([
  ['Not valid. Request id: 0217280951205813c183a1fb82c613f4d448', 'Not valid. Request id: [id]'],
  ['No such field (request id: 20251126093015187654321)', 'No such field (request id: [id])'],
  ['Bad (Status Code: 400, RequestId: 5f0c2f5e-7e8a-4a66)', 'Bad (Status Code: 400, RequestId: [id])'],
  ['Include the request ID req_8c1f00d2 in your message.', 'Include the request ID [id] in your message.'],
  ['Failed: req_011CSHoEeqs5C35K2UUqR7Fy', 'Failed: [id]'],
  ['{"request_id":"0f8d7c6b"} "trace_id" = 77fe01aa', '{"request_id":"[id]"} "trace_id" = [id]'],
])('what an upstream calls a request is masked: %s', (message, masked) => {
  expect(maskSecrets(message, noSecrets)).toBe(masked);
});

test.each([
  'The request identifies nothing. A request id is required: request id parameters',
  "Item with id 'rs_68f0a1b2c3d4' and call_id call_0f8d7c6b5a49 have no output.",
  'tools.0.req_1 is no member of input_schema',
])('what a client calls its own is not: %s', (message) => {
  expect(maskSecrets(message, noSecrets)).toBe(message);
});

test.each(['request-id-', 'request id', ' '])('a long text of %j is looked through once', (piece) => {
  // With no bound to each look, it would outlast the test.
  expect(maskSecrets(`request id${piece.repeat(100_000)}`, noSecrets)).toHaveLength(2_000);
});

test('the snapshot of a model that is mapped is told under the name that the client uses', () => {
  const message = "Unsupported value: 'none' is not supported with the 'gpt-5-2025-08-07' model.";
  expect(maskSecrets(message, noSecrets)).toBe(message.replace('gpt-5-2025-08-07', 'fast'));
  const others = 'gpt-5-mini, gpt-5-2025 and gpt-5-2025-08-07-x';
  expect(maskSecrets(others, noSecrets)).toBe(others);
  const own = { ...noSecrets, model: 'gpt-5' };
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
  expect(maskSecrets(message, { ...noSecrets, keys: [key] })).toBe(masked);
});

const secrets = {
  keys: ['upstream-secret-1'],
  hosts: ['api.vendor.example:8443', 'api.vendor.example', 'vllm'],
  upstreamModel: 'up-model',
  model: 'fast',
};

test('a key across the cut of a long message is masked whole', () => {
  const masked = maskSecrets(`${'x'.repeat(1_990)} upstream-secret-1 and more`, secrets);
  expect(masked.length).toBeLessThanOrEqual(2_000);
  expect(masked).not.toContain('upstream');
});

test('a short name is replaced only where it stands by itself', () => {
  const short = { ...secrets, upstreamModel: 'up' };
  expect(maskSecrets('up: please update the setup of up, up-1', short)).toBe(
    'fast: please update the setup of fast, up-1',
  );
});

test('a host is masked in any case', () => {
  const own = { ...secrets, hosts: ['gpu-box:8000', 'gpu-box'] };
  expect(maskSecrets('GPU-Box:8000 is busy, says gpu-BOX', own)).toBe('[host] is busy, says [host]');
});

test('a key that another one begins with is masked with it, and so is that one', () => {
  const own = { ...secrets, keys: ['mill-key', 'mill-key-of-tom'] };
  expect(maskSecrets('neither mill-key-of-tom nor mill-key', own)).toBe('neither [key] nor [key]');
});

test('what a channel sends in headers of its own is masked, words that anybody may say are not', () => {
  const own = { ...secrets, headers: { 'cf-access-client-secret': 'f00dfeedcafe', 'x-tier': 'batch' } };
  expect(maskSecrets('No cf-access-client-secret f00dfeedcafe may batch', own)).toBe(
    'No cf-access-client-secret [key] may batch',
  );
});

test('a host without dots is masked too', () => {
  expect(maskSecrets("HTTPConnectionPool(host='vllm', port=8000)", secrets)).toContain("host='[host]'");
});

test('hosts are masked, names of members are not', () => {
  const message = 'node ip-10-2.eu.internal and api.vendor.com:443 refused tools.function.parameters at 1.5';
  expect(maskSecrets(message, secrets)).toBe(
    'node [host] and [host] refused tools.function.parameters at 1.5',
  );
});

test('hosts are masked behind dots, dashes and slashes', () => {
  const message = 'at ...api.vendor.com, host=.eu.internal and /-api.vendor.com-1';
  expect(maskSecrets(message, secrets)).toBe('at ...[host], host=.[host] and /[host]-1');
});

test.each(['a-', 'a.', '1.1.1.'])('words that a client chose are looked through once: %s', (piece) => {
  // Looked through from each of its letters, it would outlast the test.
  expect(maskSecrets(piece.repeat(100_000), secrets)).toHaveLength(2_000);
});

test('keys, addresses and links are masked', () => {
  const message =
    'sk-abcdef123456 https://x.example/v1?k=1 10.0.0.7:443 Bearer abc upstream-secret-1 up-model';
  expect(maskSecrets(message, secrets)).toBe('[key] [url] [address] Bearer [key] [key] fast');
});

test('tokens and projects of Google are masked', () => {
  const secrets = { keys: [], hosts: [], upstreamModel: 'm', model: 'm' };
  const message = 'ya29.c0-abc_def of `projects/p-1/locations/l/publishers/google/models/m`';
  expect(maskSecrets(message, secrets)).toBe('[key] of `[project]/publishers/google/models/m`');
});
