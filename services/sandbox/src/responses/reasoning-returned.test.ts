import type OpenAI from 'openai';
import { BadRequestError, NotFoundError } from 'openai';
import { expect, test } from 'vitest';
import { startSandbox } from '../testing/start-sandbox.ts';

const model = 'gpt-5';
const clock: OpenAI.Responses.FunctionTool = {
  type: 'function',
  name: 'get_time',
  parameters: { type: 'object', properties: {} },
  strict: null,
};
const reasoning = { effort: 'low' as const, summary: 'auto' as const };
const include: OpenAI.Responses.ResponseIncludable[] = ['reasoning.encrypted_content'];

/** An output as the next request carries it. */
function sentBack(output: object[]): OpenAI.Responses.ResponseInput {
  return JSON.parse(JSON.stringify(output));
}

/** A conversation without a stored response, in which a tool was called after some reasoning. */
async function thoughtfulCall(client: OpenAI) {
  const request = { model, reasoning, include, store: false, tools: [clock] };
  const question = { role: 'user' as const, content: '[[tool get_time]] now' };
  const { output } = await client.responses.create({ ...request, input: [question] });
  const answer = (items: OpenAI.Responses.ResponseInputItem[]) => {
    const results = output.flatMap((item) =>
      item.type === 'function_call'
        ? [{ type: 'function_call_output' as const, call_id: item.call_id, output: 'noon' }]
        : [],
    );
    return client.responses.create({ ...request, input: [question, ...items, ...results] });
  };
  const change = (members: object) =>
    sentBack(output.map((item) => (item.type === 'reasoning' ? { ...item, ...members } : item)));
  return { answer, change };
}

test('reasoning that comes back as it went out is accepted', async () => {
  const { client } = await startSandbox();
  const { answer, change } = await thoughtfulCall(client);
  expect((await answer(change({}))).output_text).toBe('noon');
});

test.each([
  ['forged content', { encrypted_content: 'gAAAAAforged' }, 'could not be decrypted or parsed'],
  ['the id of another', { id: 'rs_other' }, 'item_id did not match'],
])('reasoning with %s is refused', async (_name, members, words) => {
  const { client } = await startSandbox();
  const { answer, change } = await thoughtfulCall(client);
  const error = await answer(change(members)).catch((cause: unknown) => cause);
  expect(error).toBeInstanceOf(BadRequestError);
  expect(error).toMatchObject({ code: 'invalid_encrypted_content', message: expect.stringContaining(words) });
});

test('reasoning that lost its content is not found, unless its response was stored', async () => {
  const { client } = await startSandbox();
  const { answer, change } = await thoughtfulCall(client);
  await expect(answer(change({ encrypted_content: undefined }))).rejects.toThrow(NotFoundError);
  const stored = await client.responses.create({ model, reasoning, input: 'first' });
  const again = { role: 'user' as const, content: 'second' };
  const next = await client.responses.create({ model, input: [...sentBack(stored.output), again] });
  expect(next.output_text).toBe('second');
});

test('a previous response is part of the prompt, for as long as it is stored', async () => {
  const { client } = await startSandbox();
  const first = await client.responses.create({ model, input: 'four', instructions: 'not kept' });
  const second = await client.responses.create({ model, input: 'four', previous_response_id: first.id });
  expect(second.usage?.input_tokens).toBe(3);
  const unstored = await client.responses.create({ model, input: 'four', store: false });
  const error = await client.responses
    .create({ model, input: 'four', previous_response_id: unstored.id })
    .catch((cause: unknown) => cause);
  expect(error).toBeInstanceOf(BadRequestError);
  expect(error).toMatchObject({ code: 'previous_response_not_found', param: 'previous_response_id' });
});

test('an item is found by its reference', async () => {
  const { client } = await startSandbox();
  const { output } = await client.responses.create({ model, input: 'four' });
  const id = output[0]?.id ?? '';
  const input = [
    { type: 'item_reference' as const, id },
    { role: 'user' as const, content: 'next' },
  ];
  expect((await client.responses.create({ model, input })).usage?.input_tokens).toBe(2);
  const lost = [{ type: 'item_reference' as const, id: 'msg_unknown' }];
  await expect(client.responses.create({ model, input: lost })).rejects.toThrow(NotFoundError);
});

test('a conversation that was compacted goes on', async () => {
  const { client, entry } = await startSandbox();
  const compacted = await client.responses.compact({ model, input: 'remember this' });
  expect(compacted.output).toMatchObject([{ type: 'message' }, { type: 'compaction' }]);
  expect(await entry(1)).toMatchObject({
    outcome: 'served',
    usage: { inputTokens: compacted.usage.input_tokens },
  });
  const next = (items: OpenAI.Responses.ResponseInput) =>
    client.responses.create({ model, input: [...items, { role: 'user', content: 'next' }] });
  const items = sentBack(compacted.output);
  expect((await next(items)).output_text).toBe('next');
  await expect(
    next(sentBack([{ ...compacted.output[1], encrypted_content: 'gAAAAAforged' }])),
  ).rejects.toThrow(BadRequestError);
});
