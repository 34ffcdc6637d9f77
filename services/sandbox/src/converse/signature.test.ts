import { expect, test } from 'vitest';
import { askBedrock, createBedrockClient } from '../testing/bedrock-client.ts';
import { startSandbox } from '../testing/start-sandbox.ts';
import { secretOf } from './signature.ts';

const key = 'AKIDSANDBOX';

test('a session token is signed along', async () => {
  const { url } = await startSandbox();
  const credentials = (sessionToken: string) => ({
    credentials: { accessKeyId: key, secretAccessKey: secretOf(key), sessionToken },
  });
  const client = createBedrockClient(url, key, credentials('token'));
  expect((await client.converse(askBedrock('hi'))).stopReason).toBe('end_turn');
  const expired = createBedrockClient(url, key, credentials('expired'));
  await expect(expired.converse(askBedrock('hi'))).rejects.toMatchObject({ name: 'ExpiredTokenException' });
});

test('an API key is accepted instead', async () => {
  const { post } = await startSandbox();
  const body = { messages: [{ role: 'user', content: [{ text: 'hi' }] }] };
  const answer = await post('/model/m/converse', body, { authorization: 'Bearer some-api-key' });
  expect(answer.status).toBe(200);
  const bad = await post('/model/m/converse', body, { authorization: 'Bearer bad-api-key' });
  expect(bad.status).toBe(403);
  expect(bad.headers.get('x-amzn-errortype')).toMatch(/^AccessDeniedException:/);
});

test('another secret, another clock and no signature are refused', async () => {
  const { url, post } = await startSandbox();
  const wrong = { credentials: { accessKeyId: key, secretAccessKey: 'another' } };
  await expect(createBedrockClient(url, key, wrong).converse(askBedrock('hi'))).rejects.toMatchObject({
    name: 'InvalidSignatureException',
  });
  const late = createBedrockClient(url, key, { systemClockOffset: -3_600_000 });
  await expect(late.converse(askBedrock('hi'))).rejects.toThrow('Signature expired');
  const none = await post('/model/m/converse', {}, { authorization: '' });
  expect(none.headers.get('x-amzn-errortype')).toMatch(/^MissingAuthenticationTokenException:/);
});

test('what was changed on the way is noticed', async () => {
  const sandbox = await startSandbox();
  await createBedrockClient(sandbox.url).converse(askBedrock('hi'));
  const [seen] = JSON.parse(await (await fetch(`${sandbox.url}/received`)).text());
  const { authorization, host, ...headers } = seen.headers;
  const send = (path: string, body: string, token?: string) =>
    sandbox.post(path, body, {
      ...{ authorization, 'x-amz-date': headers['x-amz-date'], 'content-type': 'application/json' },
      ...Object.fromEntries(Object.entries(headers).filter(([name]) => /^(x-amz|amz)/.test(name))),
      ...(token && { 'x-amz-security-token': token }),
    });
  const path = '/model/anthropic.claude-v1%3A0/converse';
  const body = Buffer.from(seen.bodyBase64, 'base64').toString();
  expect((await send(path, body)).status).toBe(200);
  expect((await send(path, `${body} `)).status).toBe(403);
  expect((await send(path.replace('%3A', ':'), body)).status).toBe(403);
  expect((await send(`${path}-stream`, body)).status).toBe(403);
  expect((await send(path, body, 'smuggled')).status).toBe(403);
});
