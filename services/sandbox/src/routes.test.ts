import { expect, test } from 'vitest';
import { startSandbox } from './testing/start-sandbox.ts';

test.each([
  '/model/a%2Fb%3A0/converse',
  '/model/m/converse-stream',
  '/v1/chat/completions',
  '/v1/messages',
  '/v1/messages/count_tokens',
  '/v1/models/m:generateContent?key=k',
  '/v1beta/models/m:generateContent?key=k',
  '/v1beta/models/m:streamGenerateContent?alt=sse&key=k',
  '/v1beta/models/m:countTokens?key=k',
  '/v1beta/models/a%2Fb:countTokens?key=k',
  '/v1/responses',
  '/v1/responses/compact',
  '/v1beta/models/m:embedContent?key=k',
  '/v1beta/models/m:batchEmbedContents?key=k',
  '/v1/completions',
  '/v1/embeddings',
  '/v1/rerank',
  '/v1/moderations',
  '/v1/audio/speech',
  '/v1/audio/transcriptions',
  '/v1/audio/translations',
])('POST %s is served', async (path) => {
  const { post } = await startSandbox();
  const response = await post(path, '{', { 'anthropic-version': '2023-06-01' });
  expect(response.status).toBe(400);
});

test.each([
  '/v1/nothing',
  '/model/m/invoke',
  '/model/converse',
  '/v1/responses/other',
  '/v1beta/models',
  '/v1beta/m:generateContent',
])('POST %s is not found', async (path) => {
  const { post } = await startSandbox();
  const response = await post(path, {});
  expect(response.status).toBe(404);
  expect(await response.json()).toMatchObject({ error: { message: `Invalid URL (POST ${path})` } });
});

test('the same path answers only to its method', async () => {
  const { url } = await startSandbox();
  expect((await fetch(`${url}/v1/messages`)).status).toBe(404);
});

test('a body that is too large is refused where tokens are only counted, too', async () => {
  const { post } = await startSandbox();
  const body = 'x'.repeat(129 * 1024 * 1024);
  const response = await post('/v1/messages/count_tokens', body).catch(() => null);
  expect(response?.status ?? 413).toBe(413);
});
