import { generateKeyPairSync } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import { text } from 'node:stream/consumers';
import { jwtVerify } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { boundPort, listen } from '../operations.ts';
import { askGoogle, type Post } from './ask-google.ts';

const pair = generateKeyPairSync('rsa', { modulusLength: 2048 });
const post: Post = async (url, { headers, body }) => {
  const came = await fetch(url, { method: 'POST', headers, body: new Uint8Array(body) });
  return { status: came.status, body: Buffer.from(await came.arrayBuffer()) };
};
let server: Server;
let answer = { status: 200, body: '{"access_token":"t","expires_in":3599}' };
let form = new URLSearchParams();

beforeAll(async () => {
  server = createServer(async (request, response) => {
    form = new URLSearchParams(await text(request));
    response.writeHead(answer.status).end(answer.body);
  });
  await listen(server, { host: '127.0.0.1', port: 0 });
});
afterAll(() => {
  server.close();
});

function keyFile(changes: Record<string, unknown> = {}): string {
  return JSON.stringify({
    type: 'service_account',
    private_key_id: 'key-1',
    private_key: pair.privateKey.export({ type: 'pkcs8', format: 'pem' }),
    client_email: 'gateway@project.iam.gserviceaccount.com',
    token_uri: `http://127.0.0.1:${boundPort(server)}/token`,
    ...changes,
  });
}

test('a token is asked for with an assertion that the account signed', async () => {
  answer = { status: 200, body: '{"access_token":"t","expires_in":3599}' };
  expect(await askGoogle(keyFile(), post)).toEqual({ value: 't', expiresInMs: 3_599_000 });
  expect(form.get('grant_type')).toBe('urn:ietf:params:oauth:grant-type:jwt-bearer');
  const { payload, protectedHeader } = await jwtVerify(form.get('assertion') ?? '', pair.publicKey, {
    issuer: 'gateway@project.iam.gserviceaccount.com',
    audience: `http://127.0.0.1:${boundPort(server)}/token`,
  });
  expect(protectedHeader).toEqual({ alg: 'RS256', typ: 'JWT', kid: 'key-1' });
  expect(payload.scope).toBe('https://www.googleapis.com/auth/cloud-platform');
  expect(Number(payload.exp) - Number(payload.iat)).toBe(3_600);
});

test.each([
  [
    '{"error":"invalid_grant","error_description":"Invalid JWT"}',
    400,
    'with 400: invalid_grant, Invalid JWT',
  ],
  ['<html>', 502, 'with 502: no reason given'],
  ['{"token_type":"Bearer"}', 200, 'holds no token'],
])('the answer %s is no token', async (body, status, words) => {
  answer = { status, body };
  await expect(askGoogle(keyFile(), post)).rejects.toThrow(words);
});

test.each([
  ['{"private_key": "secret", }', 'not a JSON object'],
  [() => keyFile({ client_email: undefined }), 'has no client_email'],
  [() => keyFile({ private_key: 'secret' }), 'private_key of the service account cannot be read'],
  [() => keyFile({ token_uri: 'http://elsewhere.example/token' }), 'must be an https URL'],
  [() => keyFile({ token_uri: 'secret' }), 'must be an https URL'],
])('a key file that is none is named so, without its words: %s', async (given, words) => {
  const failure = await askGoogle(typeof given === 'string' ? given : given(), post).catch((error) => error);
  expect(failure.message).toContain(words);
  expect(`${failure.stack} ${failure.cause}`).not.toContain('secret');
});
