/** Function calls in realtime sessions of the official SDK, and what each response of them costs. */
import type { RealtimeFunctionTool } from 'openai/resources/realtime/realtime';
import { expect, test } from 'vitest';
import { bookedResponses } from './testing/booked-responses.ts';
import { openRealtime, type RealtimeClient } from './testing/realtime-client.ts';
import { shareWorld } from './testing/share-world.ts';

const key = 'sk-callercallercallercallercallercaller';
const price = '{ input: 4, audio_input: 32, output: 16, audio_output: 64 }';
const world = shareWorld(`
groups: { default: { ratio: 1 } }
models:
  rt: { price: ${price}, max_output: 1000 }
  fault-cut: { price: ${price}, max_output: 1000 }
  fault-missing-usage: { price: ${price}, max_output: 1000 }
channels:
  - name: sandbox
    provider: openai
    base_url: "\${HEADGATE_SANDBOX_URL}/v1"
    keys: ["upstream-secret-key"]
    models: [rt, fault-cut, fault-missing-usage]
users:
  - { username: root, password: "root-password-for-tests", role: root }
keys:
  - { name: caller, key: "${key}", quota_usd: 1000 }
`);

const weather: RealtimeFunctionTool = {
  type: 'function',
  name: 'get_weather',
  description: 'Tells the weather of a city, in words that people understand.',
  parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
};
const paris = '{"city":"Paris"}';
const call = `[[tool get_weather ${paris} ]]`;

/** A session that may call a function. */
async function openWithTools(model = 'rt'): Promise<RealtimeClient> {
  const client = await openRealtime(world().baseUrl, key, model);
  client.sdk.send({
    type: 'session.update',
    session: { type: 'realtime', tools: [weather], output_modalities: ['text'] },
  });
  await client.until('session.updated');
  return client;
}

async function close(client: RealtimeClient): Promise<void> {
  client.sdk.close();
  await client.closed;
}

/** By hand: dollars per million tokens are halves of a unit per token. */
const unitsOf = (input: number, output: number) => BigInt(Math.round((input * 4 + output * 16) / 2));

test('a function is called, its output is answered, and each response is billed with its tools', async () => {
  const client = await openWithTools();
  client.ask(call);
  const { response } = await client.until('response.done');
  expect(response.output).toMatchObject([{ type: 'function_call', name: 'get_weather', arguments: paris }]);
  const done = await client.until('response.function_call_arguments.done');
  expect(done).toMatchObject({ response_id: response.id, name: 'get_weather', arguments: paris });
  client.sdk.send({
    type: 'conversation.item.create',
    item: { type: 'function_call_output', call_id: done.call_id, output: 'It is sunny.' },
  });
  client.sdk.send({ type: 'response.create' });
  const { response: answer } = await client.until('response.done', 2);
  expect(answer.output).toMatchObject([{ content: [{ text: 'It is sunny.' }] }]);
  await close(client);

  const tools = JSON.stringify([weather]).length;
  const [asked, told] = [tools + call.length, 'get_weather'.length + paris.length];
  const tokensOf = (bytes: number) => Math.ceil(bytes / 4);
  const expected = [
    { input: tokensOf(asked), output: tokensOf(told) },
    { input: tokensOf(asked + told + 'It is sunny.'.length), output: tokensOf('It is sunny.'.length) },
  ];
  for (const [index, row] of (await bookedResponses(world(), client, 2)).entries()) {
    const { input = 0, output = 0 } = expected[index] ?? {};
    expect(row).toMatchObject({
      ...{ usage_source: 'upstream', ending: 'completed', calls: 1n },
      ...{ input_fresh: BigInt(input), output_visible: BigInt(output), amount: unitsOf(input, output) },
    });
  }
});

test('an output of no call is an error of its event, and what was asked for beside it is answered', async () => {
  const client = await openWithTools();
  client.sdk.send({
    ...{ type: 'conversation.item.create', event_id: 'mine' },
    item: { type: 'function_call_output', call_id: 'call_unknown', output: '' },
  });
  client.ask('Hello');
  expect((await client.until('error')).error).toMatchObject({
    ...{ event_id: 'mine', code: 'invalid_tool_call_id' },
    message: "Tool call ID 'call_unknown' not found in conversation.",
  });
  await client.until('response.done');
  await close(client);
  await bookedResponses(world(), client, 1);
});

test('a call that is cancelled is billed once, for what was said of it', async () => {
  const client = await openWithTools();
  const long = JSON.stringify({ city: 'Paris'.repeat(200) });
  client.ask(`[[tool get_weather ${long} ]] [[delay=10 size=40]]`);
  await client.until('response.function_call_arguments.delta', 3);
  client.sdk.send({ type: 'response.cancel' });
  const { response } = await client.until('response.done');
  expect(response).toMatchObject({ status: 'cancelled', output: [{ status: 'incomplete' }] });
  await close(client);
  const { input_tokens: input = 0, output_tokens: output = 0 } = response.usage ?? {};
  expect(output).toBeGreaterThan(30);
  expect(await bookedResponses(world(), client, 1)).toMatchObject([
    { usage_source: 'upstream', output_visible: BigInt(output), amount: unitsOf(input, output) },
  ]);
});

test('a response beside the conversation calls a function while another is said, and both are billed', async () => {
  const client = await openWithTools();
  client.ask('[[chunks=100000 delay=10]]');
  await client.until('response.output_text.delta');
  const content = [{ type: 'input_text' as const, text: call }];
  client.sdk.send({
    type: 'response.create',
    response: { conversation: 'none', input: [{ type: 'message', role: 'user', content }] },
  });
  const { response: beside } = await client.until('response.done');
  expect(beside).toMatchObject({ conversation_id: null, output: [{ type: 'function_call' }] });
  client.sdk.send({ type: 'response.cancel' });
  const { response: first } = await client.until('response.done', 2);
  await close(client);
  const rows = await bookedResponses(world(), client, 2);
  expect(rows.map(({ output_visible }) => output_visible)).toEqual(
    [first, beside].map(({ usage }) => BigInt(usage?.output_tokens ?? 0)),
  );
});

test.each([
  ['that its upstream did not count', 'fault-missing-usage', 'completed'],
  ['that is cut', 'fault-cut', 'broken'],
])('a call %s is billed by what it says', async (_name, model, ending) => {
  const client = await openWithTools(model);
  const long = JSON.stringify({ city: 'The quick brown fox jumps over the lazy dog. '.repeat(20) });
  client.ask(`[[tool get_weather ${long} ]] [[size=800]]`);
  if (ending === 'completed') await client.until('response.done');
  else expect(await client.closed).toBe(1011);
  client.sdk.close();
  const [row] = await bookedResponses(world(), client, 1);
  expect(row).toMatchObject({ usage_source: 'estimated', ending });
  expect(Number(row?.output_visible)).toBeGreaterThan(150);
  expect(Number(row?.input_fresh)).toBeGreaterThan(200);
});
