/** The official SDK against the sandbox as Azure, without a gateway between them. */
import { AzureOpenAI, OpenAI } from 'openai';
import { describe, expect, test } from 'vitest';
import { startSandbox, type TestSandbox } from '../testing/start-sandbox.ts';

const apiVersion = '2024-10-21';
const settings = { apiKey: 'azure-key', maxRetries: 0 };

function dated({ url }: TestSandbox, given = {}): AzureOpenAI {
  return new AzureOpenAI({ ...settings, endpoint: url, apiVersion, ...given });
}

/** Within `v1` the SDK of OpenAI itself is what Azure recommends. */
function undated({ url }: TestSandbox): OpenAI {
  const defaultHeaders = { 'api-key': 'azure-key' };
  return new OpenAI({ ...settings, baseURL: `${url}/openai/v1`, defaultHeaders });
}

const messages = [{ role: 'user' as const, content: 'Hello' }];

describe.each([
  ['a dated API', dated],
  ['v1', undated],
])('%s', (_name, createClient) => {
  test('says the text back, and what its filters found', async () => {
    const client = createClient(await startSandbox());
    const completion = await client.chat.completions.create({ model: 'our-deployment', messages });
    expect(completion.choices[0]).toMatchObject({
      message: { content: 'Hello' },
      content_filter_results: { hate: { filtered: false } },
    });
  });

  test('begins a stream with a chunk of no choices that speaks of the prompt', async () => {
    const client = createClient(await startSandbox());
    const stream = await client.chat.completions.create({ model: 'our-deployment', messages, stream: true });
    const [first, second] = await Array.fromAsync(stream);
    expect(first).toMatchObject({
      id: '',
      model: '',
      choices: [],
      prompt_filter_results: [{ prompt_index: 0 }],
    });
    expect(second).toMatchObject({ model: 'our-deployment', choices: [{ delta: { role: 'assistant' } }] });
  });

  test('speaks responses', async () => {
    const client = createClient(await startSandbox());
    const response = await client.responses.create({ model: 'our-deployment', input: 'Hello' });
    expect(response.output_text).toBe('Hello');
  });
});

test('the deployment in the path is what is served', async () => {
  const sandbox = await startSandbox();
  await dated(sandbox, { deployment: 'ours' }).chat.completions.create({ model: 'other', messages });
  expect(await sandbox.entry(1)).toMatchObject({ model: 'ours', outcome: 'served' });
});

test('a deployment that is not there is named so', async () => {
  const client = dated(await startSandbox());
  const asked = client.chat.completions.create({ model: 'unknown-deployment', messages });
  await expect(asked).rejects.toMatchObject({ status: 404, code: 'DeploymentNotFound' });
});

test.each([
  ['/openai/deployments/d/chat/completions', 404],
  ['/openai/deployments/d/chat/completions?api-version=v1', 404],
  ['/openai/v1/chat/completions?api-version=2024-10-21', 404],
  ['/openai/v1/chat/completions?api-version=preview', 200],
])('the version of %s gives %i', async (path, status) => {
  const { post } = await startSandbox();
  const answer = await post(path, { model: 'd', messages }, { 'api-key': 'azure-key' });
  expect(answer.status).toBe(status);
});

test('a key of OpenAI is none of Azure', async () => {
  const { post } = await startSandbox();
  const answer = await post('/openai/v1/chat/completions', { model: 'd', messages });
  expect(answer.status).toBe(401);
});
