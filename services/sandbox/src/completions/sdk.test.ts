import { expect, test } from 'vitest';
import { frameData, startSandbox } from '../testing/start-sandbox.ts';

const model = 'gpt-3.5-turbo-instruct';

test('a prompt is said back, with its usage', async () => {
  const { client, log } = await startSandbox();
  const completion = await client.completions.create({ model, prompt: 'Grüße 🌍', n: 2 });
  expect(completion).toMatchObject({
    id: expect.stringMatching(/^cmpl-/),
    object: 'text_completion',
    model,
    choices: [
      { text: 'Grüße 🌍', index: 0, logprobs: null, finish_reason: 'stop' },
      { text: 'Grüße 🌍 (choice 1)', index: 1 },
    ],
    usage: { prompt_tokens: 3 },
  });
  expect(await log()).toMatchObject([
    { dialect: 'completions', outcome: 'served', usage: { inputTokens: 3 } },
  ]);
});

test('a stream is the same answer, with usage only when asked for', async () => {
  const { client, post } = await startSandbox();
  const prompt = 'a text that is longer than a single piece 🌍';
  const stream = await client.completions.create({
    ...{ model, prompt, stream: true },
    stream_options: { include_usage: true },
  });
  const chunks = await Array.fromAsync(stream);
  expect(chunks.map(({ choices }) => choices[0]?.text ?? '').join('')).toBe(prompt);
  expect(chunks.at(-1)).toMatchObject({ choices: [], usage: { prompt_tokens: 12, completion_tokens: 12 } });
  const plain = await (await post('/v1/completions', { model, prompt, stream: true })).text();
  expect(frameData(plain).at(-1)).toBe('[DONE]');
  expect(plain).not.toContain('usage');
});

test('a limit cuts, and what is no prompt is refused', async () => {
  const { client } = await startSandbox();
  const completion = await client.completions.create({ model, prompt: 'a long prompt', max_tokens: 1 });
  expect(completion.choices[0]).toMatchObject({ text: 'a lo', finish_reason: 'length' });
  await expect(client.completions.create({ model, prompt: [1] })).rejects.toMatchObject({ status: 400 });
});
