/** Images in tasks of their own, through the ingress: made by workers, shown at addresses of ours, billed by their number. */
import { createServer } from 'node:http';
import { boundPort, listen } from '@headgate/runtime/operations';
import { waitFor } from '@headgate/runtime/testing/wait-for';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startWorld, type World } from './testing/world.ts';

const painter = 'sk-painterpainterpainterpainterpainter';
const other = 'sk-otherotherotherotherotherotherother';

const configuration = `
models:
  gpt-image-1: { price: { image: { 1024x1024:low: 0.02, 1024x1024: 0.04, 1536x1024: 0.06 } } }
  dall-e-3: { price: { image: 0.10 } }
  painter: { price: { input: 2, output: 10, image_output: 100 } }
  sketcher: { price: { image: 0.13, input: 2, output: 12 } }
  sampler: { price: { image: { 1K: 0, 2K: 0.13 }, input: 2, output: 12 } }
  seedream: { image_tier: vip-2k, price: { image: { 2K: 0.05, 4K: 0.08 } } }
channels:
  - name: openai
    provider: openai
    base_url: "\${HEADGATE_SANDBOX_URL}/v1"
    keys: ["openai-upstream-key"]
    models: [gpt-image-1, dall-e-3]
  - name: google
    provider: gemini
    base_url: "\${HEADGATE_SANDBOX_URL}/v1beta"
    keys: ["gemini-upstream-key"]
    models: [{ name: painter, upstream: gemini-2.5-flash-image }, { name: sketcher, upstream: gemini-2.5-flash-image }, { name: sampler, upstream: gemini-2.5-flash-image }]
  - name: ark
    provider: ark
    base_url: "\${HEADGATE_SANDBOX_URL}/api/v3"
    keys: ["ark-upstream-key"]
    models: [{ name: seedream, upstream: doubao-seedream-4-0-250828 }]
users:
  - { username: root, password: root-password-for-tests, role: root }
  - { username: bob, password: bobs-password-for-tests }
keys:
  - { name: painter, key: "${painter}", quota_usd: 1000 }
  - { name: other, user: bob, key: "${other}" }
`;

/** As much of a picture as says so, at somebody else's host. */
const onePixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);
let fetched = 0;
const host = createServer((_request, response) => {
  fetched += 1;
  response.writeHead(200, { 'content-type': 'image/png' }).end(onePixel);
});

let world: World;
beforeAll(async () => {
  await listen(host, { host: '127.0.0.1', port: 0 });
  const quick = { HEADGATE_POLL_MS: '50', HEADGATE_WORKER_IDLE_MS: '50', HEADGATE_RESEND_MS: '100' };
  const allow = { HEADGATE_FETCH_MEDIA_ALLOW: `127.0.0.1:${boundPort(host)}` };
  world = await startWorld(configuration, {
    mediaWorkers: 1,
    env: { 'media-worker': { ...quick, ...allow }, 'media-api': quick },
  });
}, 300_000);
afterAll(async () => {
  host.closeAllConnections();
  host.close();
  await world.stop();
});

const route = '/v1/images/generations/async';

interface Images {
  id: string;
  status: string;
  data: { url: string; b64_json: string }[];
  usage: object;
  error: { code: string; message: string; param: string };
}

async function ask(path: string, body?: object, { key = painter, ...more }: Record<string, string> = {}) {
  const answer = await fetch(`${world.baseUrl}${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...more },
    ...(body && { body: JSON.stringify(body) }),
  });
  const said: Images = JSON.parse(await answer.text());
  return { status: answer.status, requestId: answer.headers.get('x-request-id') ?? '', said };
}

function awaitEnd(id: string): Promise<Images> {
  return waitFor(async () => {
    const { said } = await ask(`${route}/${id}`);
    return said.status === 'completed' || said.status === 'failed' ? said : undefined;
  }, `${id} has ended`);
}

function billOf(requestId: string): Promise<Record<string, unknown>> {
  const find = async () => (await world.sql('select * from ledger.usage where id = $1', [requestId]))[0];
  return waitFor(find, `the bill of ${requestId}`);
}

/** What a page shows, which sends no key. */
async function show(url: string): Promise<{ type: string | null; bytes: Buffer }> {
  expect(url.startsWith(`${world.baseUrl}/`)).toBe(true);
  const answer = await fetch(url);
  expect(answer.status).toBe(200);
  return { type: answer.headers.get('content-type'), bytes: Buffer.from(await answer.arrayBuffer()) };
}

const png = Buffer.from('89504e470d0a1a0a', 'hex');

test('a task is answered at once, made once, shown at addresses of ours, and billed by its images', async () => {
  const made = await ask(route, { model: 'gpt-image-1', prompt: 'a mill', n: 2, quality: 'low' });
  expect(made).toMatchObject({
    status: 200,
    said: { object: 'image.generation.task', model: 'gpt-image-1', status: 'queued', progress: 0 },
  });
  expect(made.said).not.toHaveProperty('data');
  const ended = await awaitEnd(made.said.id);
  expect(ended).toMatchObject({
    status: 'completed',
    progress: 100,
    size: '1024x1024',
    quality: 'low',
    output_format: 'png',
    usage: { output_tokens: 544 },
  });
  expect(ended.data).toHaveLength(2);
  for (const { url } of ended.data) {
    const shown = await show(url);
    expect(shown.type).toBe('image/png');
    expect(shown.bytes.subarray(0, 8)).toEqual(png);
  }
  expect(await billOf(made.requestId)).toMatchObject({ amount: 20_000n, ending: 'completed' });
  expect((await world.served()).filter(({ requestId }) => requestId === made.requestId)).toHaveLength(1);
});

test('a model that is priced by tokens is billed those that its vendor counted', async () => {
  const made = await ask(route, { model: 'painter', prompt: 'a mill by a river', size: '16:9' });
  const ended = await awaitEnd(made.said.id);
  expect(ended.data).toHaveLength(1);
  expect((await show(ended.data[0]?.url ?? '')).bytes.subarray(0, 8)).toEqual(png);
  // 100 dollars a million for 1,290 tokens of the image are 64,500 units; what was asked and said is less than that many.
  const { amount } = await billOf(made.requestId);
  expect(amount).toSatisfy((units) => BigInt(String(units)) >= 64_500n && BigInt(String(units)) < 65_500n);
});

test('the price of an image covers the tokens of its output, as where it is made at once', async () => {
  const asked = { model: 'sketcher', prompt: 'a mill by a river' };
  const made = await ask(route, asked);
  await awaitEnd(made.said.id);
  const inTask = await billOf(made.requestId);
  const atOnce = await billOf((await ask('/v1/images/generations', asked)).requestId);
  expect(inTask.amount).toBe(atOnce.amount);
  // The image alone, and a few tokens that were asked.
  expect(inTask.amount).toSatisfy(
    (units) => BigInt(String(units)) >= 65_000n && BigInt(String(units)) < 65_100n,
  );
});

test('an image whose price is nothing is free, whatever its tokens cost, as where it is made at once', async () => {
  const asked = { model: 'sampler', prompt: 'a mill by a river', size: '1K' };
  const made = await ask(route, asked);
  await awaitEnd(made.said.id);
  const { amount, output_visible } = await billOf((await ask('/v1/images/generations', asked)).requestId);
  expect(await billOf(made.requestId)).toMatchObject({ amount, output_visible });
  // A few tokens that were asked, and none of the image.
  expect(amount).toSatisfy((units) => BigInt(String(units)) < 100n);
});

test('tokens of output that cost nothing are counted, as where the image is made at once', async () => {
  const asked = { model: 'gpt-image-1', prompt: 'a mill by a river', quality: 'low' };
  const made = await ask(route, asked);
  await awaitEnd(made.said.id);
  const { amount, output_visible } = await billOf((await ask('/v1/images/generations', asked)).requestId);
  expect(output_visible).toBeGreaterThan(0n);
  expect(await billOf(made.requestId)).toMatchObject({ amount, output_visible });
});

test('images that a vendor gives at an address are shown at one of ours', async () => {
  const made = await ask(route, { model: 'seedream', prompt: 'a mill', size: '16:9' });
  const ended = await awaitEnd(made.said.id);
  expect(ended).toMatchObject({ status: 'completed', size: '2560x1440' });
  expect((await show(ended.data[0]?.url ?? '')).type).toBe('image/jpeg');
  expect((await billOf(made.requestId)).amount).toBe(25_000n);
});

test('bytes are given to whoever asks for them', async () => {
  const body = { model: 'dall-e-3', prompt: 'a mill', response_format: 'b64_json' };
  const { data } = await awaitEnd((await ask(route, body)).said.id);
  expect(Buffer.from(data[0]?.b64_json ?? '', 'base64').subarray(0, 8)).toEqual(png);
  expect(data[0]).toMatchObject({ revised_prompt: 'a mill' });
});

test('what a vendor holds back fails inside the task, and costs nothing', async () => {
  const made = await ask(route, { model: 'gpt-image-1', prompt: '[[filtered]]' });
  expect(made.said.status).toBe('queued');
  expect(await awaitEnd(made.said.id)).toMatchObject({
    status: 'failed',
    error: { code: 'content_policy_violation' },
  });
  expect(await billOf(made.requestId)).toMatchObject({ amount: 0n, ending: 'upstream_failed' });
});

test('references are public addresses, which the worker fetches for vendors that take bytes', async () => {
  const address = `http://127.0.0.1:${boundPort(host)}/mill.png`;
  const before = fetched;
  const made = await ask(route, { model: 'gpt-image-1', prompt: 'more mill', image: [address, address] });
  expect(await awaitEnd(made.said.id)).toMatchObject({ status: 'completed' });
  expect(fetched).toBe(before + 2);
  const given = `data:image/png;base64,${onePixel.toString('base64')}`;
  const refused = await ask(route, { model: 'gpt-image-1', prompt: 'x', image: [address, given] });
  expect(refused).toMatchObject({
    status: 400,
    said: { error: { type: 'headgate_api_error', param: 'image[1]' } },
  });
});

test('a task of somebody else is as unknown as one that never was', async () => {
  const made = await ask(route, { model: 'dall-e-3', prompt: 'mine' });
  for (const path of [`${route}/${made.said.id}`, `${route}/task_nobody`]) {
    expect(await ask(path, undefined, { key: other })).toMatchObject({
      status: 404,
      said: { error: { code: 'task_not_exist' } },
    });
  }
  expect((await ask(`/v1/videos/${made.said.id}`)).status).toBe(404);
});

test('the same idempotency key makes one task', async () => {
  const again = { 'idempotency-key': 'once' };
  const body = { model: 'dall-e-3', prompt: 'once' };
  const [first, second] = [await ask(route, body, again), await ask(route, body, again)];
  expect(second.said.id).toBe(first.said.id);
});
