import { GoogleGenAI } from '@google/genai';
import { expect, test } from 'vitest';
import { startSandbox } from '../testing/start-sandbox.ts';
import { vectorOf } from './vector.ts';

const model = 'text-embedding-3-small';

test('floats and base64 hold the same vectors', async () => {
  const { client, log } = await startSandbox();
  const input = ['Grüße', 'Hi'];
  const floats = await client.embeddings.create({ model, input, dimensions: 4, encoding_format: 'float' });
  const decoded = await client.embeddings.create({ model, input, dimensions: 4 });
  expect(floats.data.map(({ embedding }) => embedding)).toEqual(input.map((text) => vectorOf(text, 4)));
  expect(decoded.data).toEqual(floats.data);
  expect(floats.usage).toEqual({ prompt_tokens: 3, total_tokens: 3 });
  expect(await log()).toMatchObject([
    { dialect: 'embeddings', usage: { inputTokens: 3, outputTokens: 0 } },
    {},
  ]);
});

test('tokens are embedded as well, and nothing is refused', async () => {
  const { client } = await startSandbox();
  expect((await client.embeddings.create({ model, input: [1, 2] })).data).toHaveLength(1);
  expect((await client.embeddings.create({ model, input: [[1], [2]] })).data).toHaveLength(2);
});

test("Google's SDK gets the same vectors, and counts from newer models", async () => {
  const { url, post } = await startSandbox();
  const google = new GoogleGenAI({ apiKey: 'sk-test', httpOptions: { baseUrl: url } });
  const embed = (name: string) =>
    google.models.embedContent({
      model: name,
      contents: ['Grüße', 'Hi'],
      config: { outputDimensionality: 4 },
    });
  const older = await embed('gemini-embedding-001');
  expect(older.embeddings?.map(({ values }) => values)).toEqual([vectorOf('Grüße', 4), vectorOf('Hi', 4)]);
  expect(older.usageMetadata).toBeUndefined();
  expect((await embed('gemini-embedding-2')).usageMetadata).toMatchObject({ promptTokenCount: 3 });
  const one = await post('/v1beta/models/m:embedContent?key=k', { content: { parts: [{ text: 'Hi' }] } });
  expect(await one.json()).toEqual({ embedding: { values: vectorOf('Hi') } });
});

test('Google wants one model in path and body', async () => {
  const { post } = await startSandbox();
  const requests = [{ model: 'models/other', content: { parts: [{ text: 'Hi' }] } }];
  const answer = await post('/v1beta/models/m:batchEmbedContents?key=k', { requests });
  expect(answer.status).toBe(400);
});

test.for([0, 3_073, 2 ** 31])('a vector of %s numbers is refused by either vendor', async (size) => {
  const { client, post } = await startSandbox();
  await expect(client.embeddings.create({ model, input: 'Hi', dimensions: size })).rejects.toMatchObject({
    status: 400,
    param: 'dimensions',
  });
  const content = { parts: [{ text: 'Hi' }] };
  const answer = await post('/v1beta/models/m:embedContent?key=k', { content, outputDimensionality: size });
  expect(answer.status).toBe(400);
});
