/** Service accounts of Google whose sign-in is refused, beside others of the same channel. */
import { generateKeyPairSync } from 'node:crypto';
import { createServer } from 'node:http';
import { boundPort, listen } from '@headgate/runtime/operations';
import { createAccessTokens } from '@headgate/runtime/sign-in/access-tokens';
import { expect, onTestFinished, test } from 'vitest';
import { createCandidate, createTestServing } from '../../testing/test-serving.ts';
import { createPools } from '../../upstream-call/pools.ts';
import { attemptInTurn } from './attempt-in-turn.ts';

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });

/** Vertex and Google's token endpoint: the account `revoked` is refused there, as a deleted key is. */
async function start() {
  const seen = { tokens: 0, refused: 0, calls: 0 };
  const server = createServer((request, response) => {
    if (request.url === '/token/revoked') {
      seen.refused += 1;
      response.writeHead(400).end('{"error":"invalid_grant","error_description":"Invalid JWT Signature."}');
    } else if (request.url === '/token/good') {
      seen.tokens += 1;
      response.end('{"access_token":"t","expires_in":3600}');
    } else {
      seen.calls += 1;
      response.end(
        '{"candidates":[{"content":{"role":"model","parts":[{"text":"hi"}]},"finishReason":"STOP"}],"usageMetadata":{"promptTokenCount":1,"candidatesTokenCount":1,"totalTokenCount":2}}',
      );
    }
  });
  await listen(server, { host: '127.0.0.1', port: 0 });
  const pools = createPools();
  onTestFinished(async () => {
    await pools.close();
    server.closeAllConnections();
    server.close();
  });
  const base = `http://127.0.0.1:${boundPort(server)}`;
  const keyOf = (name: string): string =>
    JSON.stringify({
      client_email: `${name}@p.iam.gserviceaccount.com`,
      private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
      token_uri: `${base}/token/${name}`,
    });
  return { seen, pools, base, keyOf };
}

test('a service account that is refused leaves the other credentials of its channel', async () => {
  const { seen, pools, base, keyOf } = await start();
  const keys = [keyOf('revoked'), keyOf('good')];
  const channel = createCandidate({ id: 1n, provider: 'vertex', baseUrl: `${base}/v1`, keys });
  const { context } = createTestServing({ pools, stream: false });
  const faults = [];
  for (let count = 0; count < 12; count += 1) {
    const serving = createTestServing({
      pools,
      stream: false,
      body: { model: 'm', messages: [{ role: 'user', content: 'hi' }] },
    });
    // Begins with the revoked one, as half of all requests do.
    const random = count % 2 === 0 ? () => 0 : () => 0.99;
    faults.push((await attemptInTurn({ ...serving, context: { ...context, random } }, [channel]))?.status);
  }
  expect(faults.filter((status) => status !== undefined)).toEqual([]);
  // It is left alone, as one that is refused by its vendor.
  expect(seen.refused).toBeLessThan(12 / 2);
});

test('an old token that is refused leaves the other credentials of its channel', async () => {
  const { pools, keyOf } = await start();
  let nowMs = 0;
  const accessTokens = createAccessTokens(() => nowMs);
  const keys = [keyOf('good'), 'AIza-plain-key'];
  const server = createServer((request, response) => {
    if (request.headers.authorization)
      response.writeHead(401).end('{"error":{"code":401,"status":"UNAUTHENTICATED"}}');
    else
      response.end(
        '{"candidates":[{"content":{"role":"model","parts":[{"text":"hi"}]},"finishReason":"STOP"}],"usageMetadata":{"promptTokenCount":1,"candidatesTokenCount":1,"totalTokenCount":2}}',
      );
  });
  await listen(server, { host: '127.0.0.1', port: 0 });
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const channel = createCandidate({
    id: 1n,
    provider: 'vertex',
    baseUrl: `http://127.0.0.1:${boundPort(server)}/v1`,
    keys,
  });
  const serving = () =>
    createTestServing({
      pools,
      stream: false,
      body: { model: 'm', messages: [{ role: 'user', content: 'hi' }] },
    });
  const { context } = serving();
  await accessTokens.get(keys[0] ?? '', async () => ({ value: 't', expiresInMs: 3_600_000 }));
  nowMs = 120_000;
  const told = await attemptInTurn({ ...serving(), context: { ...context, accessTokens, random: () => 0 } }, [
    channel,
  ]);
  expect(told).toBeUndefined();
});
