/** Images and files that clients give by address, over upstreams that take bytes alone, through all services as processes. */
import { createServer, type Server } from 'node:http';
import { boundPort, listen } from '@headgate/runtime/operations';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Showing, showing } from './testing/showing.ts';
import { startWorld, type World } from './testing/world.ts';

const key = 'sk-fetchfetchfetchfetchfetchfetchfetch';
const png =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';
const pdf = Buffer.from('%PDF-1.7\n');

const price = '{ price: { input: 1, output: 2 }, max_output: 16384 }';
const claude = 'us.anthropic.claude-sonnet-4-5-20250929-v1:0';
const configuration = `
models:
  over-gemini: ${price}
  over-bedrock: ${price}
  over-chat: ${price}
  over-broken: ${price}
channels:
  - name: gemini
    provider: gemini
    base_url: "\${HEADGATE_SANDBOX_URL}/v1beta"
    keys: [key]
    models: [{ name: over-gemini, upstream: the-model }, { name: over-broken, upstream: the-model }]
  - name: broken
    provider: gemini
    base_url: "\${HEADGATE_SANDBOX_URL}/v1beta"
    priority: 10
    keys: [key]
    models: [{ name: over-broken, upstream: fault-status-503 }]
  - name: bedrock
    provider: bedrock
    base_url: "\${HEADGATE_SANDBOX_URL}"
    region: us-east-1
    keys: ["AKIDSANDBOX:secret-of-AKIDSANDBOX:a-token"]
    models: [{ name: over-bedrock, upstream: "${claude}" }]
  - name: chat
    provider: openai-compatible
    base_url: "\${HEADGATE_SANDBOX_URL}/v1"
    keys: [key]
    models: [{ name: over-chat, upstream: the-model }]
users:
  - { username: root, password: root-password-for-tests, role: root }
keys:
  - { name: fetch, key: "${key}", unlimited: true }
`;

let world: World;
/** Paths that were asked of the one server that may be asked, and of one that may not. */
const asked: string[] = [];
const insideAsked: string[] = [];
const media = createServer((request, response) => {
  const path = request.url ?? '';
  asked.push(path);
  if (path.startsWith('/inside')) return response.writeHead(302, { location: urlOf(inside, '/') }).end();
  if (path.startsWith('/lying'))
    return response.writeHead(200, { 'content-type': 'image/png' }).end('root:x:0:0');
  const isPdf = path.startsWith('/pdf');
  response.writeHead(200, { 'content-type': isPdf ? 'application/pdf' : 'image/png' });
  response.end(isPdf ? pdf : Buffer.from(png, 'base64'));
});
const inside = createServer((request, response) => {
  insideAsked.push(request.url ?? '');
  response.writeHead(200, { 'content-type': 'image/png' }).end(Buffer.from(png, 'base64'));
});
beforeAll(async () => {
  await listen(media, { host: '127.0.0.1', port: 0 });
  await listen(inside, { host: '127.0.0.1', port: 0 });
  world = await startWorld(configuration, {
    textGateways: 2,
    ingresses: { ingress: 'text-gateway', 'ingress-2': 'text-gateway-2' },
    env: {
      'text-gateway': { HEADGATE_FETCH_MEDIA_ALLOW: `127.0.0.1:${boundPort(media)}` },
      'text-gateway-2': { HEADGATE_FETCH_MEDIA: 'false' },
    },
  });
}, 120_000);
beforeEach(() => {
  insideAsked.length = 0;
});
afterAll(async () => {
  media.close();
  inside.close();
  await world.stop();
});

function urlOf(server: Server, path: string): string {
  return `http://127.0.0.1:${boundPort(server)}${path}`;
}

/** What the gateway that fetches answers, and what it sent on. */
async function send({ path, body }: Showing, ingress = 'ingress') {
  const answer = await fetch(`${world.baseUrlOf(ingress)}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}` },
    body: JSON.stringify(body),
  });
  const text = await answer.text();
  const id = answer.headers.get('x-request-id');
  const received = await (await fetch(`${world.sandboxUrl}/received?requestId=${id}`)).json();
  const sent = (received as { bodyBase64: string }[]).map(({ bodyBase64 }) =>
    Buffer.from(bodyBase64, 'base64').toString(),
  );
  return { status: answer.status, headers: answer.headers, text, sent };
}

function show(client: string, model: string, url: string): Showing {
  const make = showing[client];
  if (!make) throw new Error(`There is no client ${client}`);
  return make(model, url);
}

const clients = Object.keys(showing);
const cells = [
  ...clients.map((client) => ({ client, upstream: 'bedrock' })),
  ...clients
    .filter((client) => client !== 'generateContent')
    .map((client) => ({ client, upstream: 'gemini' })),
];
const inBytes = { bedrock: `"source":{"bytes":"${png}"}`, gemini: `"data":"${png}"` };

describe.each(cells)('$client over $upstream', ({ client, upstream }) => {
  const model = `over-${upstream}`;

  test('an image at an address arrives as its bytes', async () => {
    const { status, sent } = await send(
      show(client, model, urlOf(media, `/image-${client.length}?sig=secret`)),
    );
    expect(status).toBe(200);
    expect(sent).toEqual([expect.stringContaining(inBytes[upstream as keyof typeof inBytes])]);
    expect(sent[0]).not.toContain('secret');
  });

  test.each([
    ['at a private address', () => 'http://169.254.169.254/latest/meta-data'],
    ['at a port that is not of the web', () => urlOf(inside, '/direct')],
    ['that leads inside', () => urlOf(media, '/inside?sig=secret')],
    ['that is none', () => urlOf(media, '/lying')],
  ])('an image %s is refused, and nothing is sent on', async (_what, url) => {
    const { status, headers, text, sent } = await send(show(client, model, url()));
    const { error } = JSON.parse(text);
    expect(error.message).toMatch(/^(Image|File) 1 could not be fetched: /);
    expect(text).not.toMatch(/127\.0|169\.254|secret|root:/);
    if (client === 'responses') {
      expect([status, error.code, headers.get('x-should-retry')]).toEqual([500, null, 'false']);
    } else {
      expect(status).toBe(400);
    }
    expect(sent).toEqual([]);
    expect(insideAsked).toEqual([]);
  });

  test('switched off, an address is refused unasked', async () => {
    const { status, sent } = await send(show(client, model, urlOf(media, '/off')), 'ingress-2');
    expect(status).toBe(client === 'responses' ? 500 : 400);
    expect(sent).toEqual([]);
    expect(asked).not.toContain('/off');
  });
});

test('a file at an address arrives as its bytes where the protocol has no address for it', async () => {
  const content = [{ type: 'input_file', file_url: urlOf(media, '/pdf') }];
  const body = { model: 'over-chat', input: [{ role: 'user', content }] };
  const { status, sent } = await send({ path: '/v1/responses', body });
  expect(status).toBe(200);
  expect(sent[0]).toContain(`"file_data":"data:application/pdf;base64,${pdf.toString('base64')}"`);
});

test('one request fetches once, however many upstreams are tried', async () => {
  const { status, sent } = await send(show('chat completions', 'over-broken', urlOf(media, '/once')));
  expect(status).toBe(200);
  expect(sent).toHaveLength(2);
  expect(asked.filter((path) => path === '/once')).toHaveLength(1);
});

test('an address that the upstream reads by itself goes on as it is', async () => {
  const url = 'https://storage.googleapis.com/bucket/image.png';
  const { status, sent } = await send(show('chat completions', 'over-gemini', url));
  expect(status).toBe(200);
  expect(sent[0]).toContain(`"fileUri":"${url}"`);
});
