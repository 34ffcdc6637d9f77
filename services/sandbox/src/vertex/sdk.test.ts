/** Google's SDK against the sandbox as Vertex, without a gateway between them; Anthropic's part by its documented shape. */
import { GoogleGenAI } from '@google/genai';
import { describe, expect, test } from 'vitest';
import { startSandbox, type TestSandbox } from '../testing/start-sandbox.ts';

async function keyFileOf({ url }: TestSandbox): Promise<Record<string, string>> {
  return JSON.parse(await (await fetch(`${url}/vertex/service-account`)).text());
}

/** The SDK knows where Google gives tokens, whatever the key file says: it is led to the sandbox. */
function createGoogle({ url }: TestSandbox, credentials: Record<string, string>): GoogleGenAI {
  const fetchImplementation: typeof fetch = (input, init) => {
    const address = input instanceof Request ? input.url : String(input);
    return fetch(address.replace('https://oauth2.googleapis.com/token', `${url}/vertex/token`), init);
  };
  return new GoogleGenAI({
    vertexai: true,
    project: 'p',
    location: 'l',
    httpOptions: { baseUrl: url },
    googleAuthOptions: {
      credentials,
      scopes: 'https://www.googleapis.com/auth/cloud-platform',
      clientOptions: { transporterOptions: { fetchImplementation } },
    },
  });
}

describe("Google's models", () => {
  test('are asked with a token that the SDK got for the service account', async () => {
    const sandbox = await startSandbox();
    const google = createGoogle(sandbox, await keyFileOf(sandbox));
    const answer = await google.models.generateContent({ model: 'gemini-2.5-pro', contents: 'Hello' });
    expect(answer.text).toBe('Hello');
  });

  test('stream, and call without ids', async () => {
    const sandbox = await startSandbox();
    const google = createGoogle(sandbox, await keyFileOf(sandbox));
    const config = { tools: [{ functionDeclarations: [{ name: 'f' }] }] };
    const contents = '[[tool f {"a":1}]]';
    const request = { model: 'gemini-2.5-pro', contents, config };
    const chunks = await Array.fromAsync(await google.models.generateContentStream(request));
    expect(chunks.flatMap(({ functionCalls }) => functionCalls ?? [])).toEqual([
      { name: 'f', args: { a: 1 } },
    ]);
  });

  test.each(['functionCall', 'functionResponse'])('the id of a %s is refused', async (name) => {
    const { post } = await startSandbox();
    const contents = [{ role: 'user', parts: [{ [name]: { id: 'a', name: 'f', args: {}, response: {} } }] }];
    const path = '/v1/projects/p/locations/l/publishers/google/models/m:generateContent';
    const answer = await post(path, { contents }, { 'x-goog-api-key': 'k' });
    expect(await answer.json()).toMatchObject({ error: { code: 400, status: 'INVALID_ARGUMENT' } });
  });
});

describe("Anthropic's models", () => {
  const path = '/v1/projects/p/locations/l/publishers/anthropic/models/claude-x@1';
  const body = {
    anthropic_version: 'vertex-2023-10-16',
    max_tokens: 10,
    messages: [{ role: 'user', content: 'Hello' }],
  };
  const key = { 'x-goog-api-key': 'k' };

  test('answer as messages, under the name in the path', async () => {
    const { post } = await startSandbox();
    const answer = await post(`${path}:rawPredict`, body, key);
    expect(await answer.json()).toMatchObject({ model: 'claude-x@1', content: [{ text: 'Hello' }] });
  });

  test('stream at a path of their own', async () => {
    const { post } = await startSandbox();
    const answer = await post(`${path}:streamRawPredict`, { ...body, stream: true }, key);
    expect(await answer.text()).toContain('event: message_stop');
  });

  test.each([
    ['a model', ':rawPredict', { ...body, model: 'claude-x' }],
    ['no version', ':rawPredict', { ...body, anthropic_version: undefined }],
    ['another version', ':rawPredict', { ...body, anthropic_version: '2023-06-01' }],
    ['a stream at the path for whole answers', ':rawPredict', { ...body, stream: true }],
  ])('%s is refused', async (_name, action, refused) => {
    const { post } = await startSandbox();
    expect((await post(path + action, refused, key)).status).toBe(400);
  });
});

test('a token that was not given, or is good no more, is refused', async () => {
  const sandbox = await startSandbox();
  const google = createGoogle(sandbox, await keyFileOf(sandbox));
  await google.models.generateContent({ model: 'm', contents: 'Hello' });
  await fetch(`${sandbox.url}/vertex/tokens`, { method: 'DELETE' });
  await expect(google.models.generateContent({ model: 'm', contents: 'Hello' })).rejects.toThrow();
});

test('an assertion that another key signed is refused', async () => {
  const [one, other] = [await startSandbox(), await startSandbox()];
  const { private_key: key = '' } = await keyFileOf(other);
  const google = createGoogle(one, { ...(await keyFileOf(one)), private_key: key });
  await expect(google.models.generateContent({ model: 'm', contents: 'Hello' })).rejects.toThrow('Signature');
});
