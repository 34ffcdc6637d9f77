import Anthropic, { BadRequestError } from '@anthropic-ai/sdk';
import { expect, test } from 'vitest';
import { startSandbox } from '../testing/start-sandbox.ts';

const clock: Anthropic.Tool = { name: 'get_time', input_schema: { type: 'object', properties: {} } };
const thinking = { type: 'enabled' as const, budget_tokens: 1024 };

/** A conversation in which a tool was called after some thinking. */
async function thoughtfulCall() {
  const { url } = await startSandbox();
  const client = new Anthropic({ baseURL: url, apiKey: 'sk-ant-test', maxRetries: 0 });
  const question = { role: 'user' as const, content: '[[tool get_time]] now' };
  const request = { model: 'claude', max_tokens: 4096, thinking, tools: [clock], messages: [question] };
  const { content } = await client.messages.stream(request).finalMessage();
  const result = (id: string) => ({ type: 'tool_result' as const, tool_use_id: id, content: 'noon' });
  const answer = (blocks: Anthropic.ContentBlockParam[]) =>
    client.messages.create({
      ...request,
      messages: [
        question,
        { role: 'assistant', content: blocks },
        {
          role: 'user',
          content: content.flatMap((block) => (block.type === 'tool_use' ? [result(block.id)] : [])),
        },
      ],
    });
  return { content, answer };
}

test('thinking that comes back as it went out is accepted', async () => {
  const { content, answer } = await thoughtfulCall();
  expect(content.map(({ type }) => type)).toEqual(['thinking', 'tool_use']);
  expect((await answer(content)).content.at(-1)).toMatchObject({ text: 'noon' });
});

test.each([
  ['a forged signature', { signature: Buffer.from('forged').toString('base64') }],
  ['no signature', { signature: '' }],
  ['altered thinking', { thinking: 'I never thought this' }],
])('thinking with %s is refused', async (_name, change) => {
  const { content, answer } = await thoughtfulCall();
  const altered = content.map((block) => (block.type === 'thinking' ? { ...block, ...change } : block));
  const error = await answer(altered).catch((cause: unknown) => cause);
  expect(error).toBeInstanceOf(BadRequestError);
  expect(error).toMatchObject({
    message: expect.stringContaining('Invalid `signature` in `thinking` block'),
  });
});

test('a turn that began with thinking goes on with calls that have none', async () => {
  const { url } = await startSandbox();
  const client = new Anthropic({ baseURL: url, apiKey: 'sk-ant-test', maxRetries: 0 });
  const messages: Anthropic.MessageParam[] = [{ role: 'user', content: '[[tool get_time]] now' }];
  const request = { model: 'claude', max_tokens: 4096, thinking, tools: [clock] };
  const { content } = await client.messages.create({ ...request, messages });
  const calls = content.filter((block) => block.type === 'tool_use');
  const results: Anthropic.ToolResultBlockParam[] = calls.map(({ id }) => ({
    ...{ type: 'tool_result', tool_use_id: id, content: 'noon' },
  }));
  messages.push({ role: 'assistant', content }, { role: 'user', content: results });
  const again: Anthropic.MessageParam[] = [
    { role: 'assistant', content: calls.map((call) => ({ ...call, id: `${call.id}-2` })) },
    { role: 'user', content: results.map((one) => ({ ...one, tool_use_id: `${one.tool_use_id}-2` })) },
  ];
  const answer = await client.messages.create({ ...request, messages: [...messages, ...again] });
  expect(answer.content.at(-1)).toMatchObject({ type: 'text', text: 'noon' });
});

test('thinking that is lost between a call and its result is refused', async () => {
  const { content, answer } = await thoughtfulCall();
  const lost = answer(content.filter(({ type }) => type !== 'thinking'));
  await expect(lost).rejects.toThrow('a final `assistant` message must start with a thinking block');
});

test('thinking with nothing behind it is refused', async () => {
  const { content, answer } = await thoughtfulCall();
  const cut = answer(content.filter(({ type }) => type === 'thinking'));
  await expect(cut).rejects.toThrow('The final block in an assistant message cannot be `thinking`');
});
