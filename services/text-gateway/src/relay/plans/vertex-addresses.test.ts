/** Images at addresses, for Anthropic's models on Vertex AI, which take base64 alone. */
import { createServer } from 'node:http';
import { boundPort, listen } from '@headgate/runtime/operations';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createCandidate, createTestServing } from '../../testing/test-serving.ts';
import { createPools } from '../../upstream-call/pools.ts';
import { planCall } from './plan-call.ts';

const pools = createPools();
const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
const images = createServer((_request, response) => {
  response.writeHead(200, { 'content-type': 'image/png' }).end(png);
});
beforeAll(() => listen(images, { host: '127.0.0.1', port: 0 }));
afterAll(async () => {
  images.closeAllConnections();
  images.close();
  await pools.close();
});

async function sourceFor(provider: string, upstreamModel: string) {
  const at = `127.0.0.1:${boundPort(images)}`;
  const url = `http://${at}/a.png`;
  const body = {
    model: 'm',
    max_tokens: 9,
    messages: [{ role: 'user', content: [{ type: 'image_url', image_url: { url } }] }],
  };
  const serving = createTestServing({ pools, stream: false, body, env: { HEADGATE_FETCH_MEDIA_ALLOW: at } });
  const baseUrl = 'https://us-east5-aiplatform.googleapis.com/v1/projects/p/locations/l';
  const candidate = { ...createCandidate({ id: 1n, provider, baseUrl, keys: ['k'] }), upstreamModel };
  const plan = await planCall(serving, { candidate, key: undefined }, 'request.1');
  if ('fault' in plan) throw new Error(plan.fault.message);
  return JSON.parse(plan.body.toString());
}

test('Gemini on Vertex gets the bytes: fetching works here', async () => {
  const { contents } = await sourceFor('vertex', 'gemini-2.5-pro');
  expect(contents[0].parts[0]).toEqual({
    inlineData: { mimeType: 'image/png', data: png.toString('base64') },
  });
});

test('Claude on Vertex gets the bytes, as it takes no address', async () => {
  const { messages } = await sourceFor('vertex', 'claude-sonnet-4-5@20250929');
  expect(messages[0].content[0].source).toEqual({
    type: 'base64',
    media_type: 'image/png',
    data: png.toString('base64'),
  });
});
