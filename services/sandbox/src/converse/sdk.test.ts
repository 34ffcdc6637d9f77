import {
  AccessDeniedException,
  type ContentBlock,
  ThrottlingException,
  type Tool,
  ValidationException,
} from '@aws-sdk/client-bedrock-runtime';
import { expect, test } from 'vitest';
import { askBedrock, createBedrockClient, textOf } from '../testing/bedrock-client.ts';
import { startSandbox } from '../testing/start-sandbox.ts';

const city = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] };
const weather: Tool = { toolSpec: { name: 'get_weather', inputSchema: { json: city } } };
const clock: Tool = { toolSpec: { name: 'get_time', inputSchema: { json: { type: 'object' } } } };
const toolConfig = { tools: [weather, clock] };
const thinking = { thinking: { type: 'enabled', budget_tokens: 1024 } };

async function start() {
  const sandbox = await startSandbox();
  return { sandbox, client: createBedrockClient(sandbox.url) };
}

test.each(['anthropic.claude-v1:0', 'arn:aws:bedrock:eu-central-1:1:application-inference-profile/a1'])(
  'a plain answer of %s says back what was asked',
  async (modelId) => {
    const { client, sandbox } = await start();
    const { output, stopReason, usage, $metadata } = await client.converse(
      askBedrock('Grüße 🌍', { modelId }),
    );
    expect(output?.message).toEqual({ role: 'assistant', content: [{ text: 'Grüße 🌍' }] });
    expect({ stopReason, usage }).toMatchObject({
      stopReason: 'end_turn',
      usage: { inputTokens: 3, outputTokens: 3, totalTokens: 6 },
    });
    expect($metadata.requestId).toBeTruthy();
    expect(await sandbox.entry(1)).toMatchObject({ dialect: 'converse', model: modelId, outcome: 'served' });
  },
);

test('a stream is the same answer, in the order of the vendor', async () => {
  const { client } = await start();
  const asked = askBedrock('[[reasoning=20 cached=3]] a text longer than a piece 🌍', {
    inferenceConfig: { maxTokens: 4096 },
    additionalModelRequestFields: thinking,
  });
  const whole = await client.converse(asked);
  const events = await client.stream(asked);
  const kinds = events.map((event) => Object.keys(event)[0]);
  expect(kinds.filter((kind, index) => kind !== kinds[index - 1])).toEqual([
    ...['messageStart', 'contentBlockDelta', 'contentBlockStop', 'contentBlockDelta', 'contentBlockStop'],
    ...['messageStop', 'metadata'],
  ]);
  const [reasoning, text] = whole.output?.message?.content ?? [];
  expect(textOf(events)).toBe(text?.text);
  const thoughts = events.map((event) => event.contentBlockDelta?.delta?.reasoningContent);
  expect(thoughts.map((thought) => thought?.text ?? '').join('')).toBe(
    reasoning?.reasoningContent?.reasoningText?.text,
  );
  expect(thoughts.find((thought) => thought?.signature)?.signature).toBe(
    reasoning?.reasoningContent?.reasoningText?.signature,
  );
  expect(events.at(-1)?.metadata?.usage).toEqual(whole.usage);
  expect(whole.usage).toMatchObject({ cacheReadInputTokens: 3 });
});

test('parallel calls are streamed in fragments, and their results are said back', async () => {
  const { client } = await start();
  const text = '[[tool get_weather {"city":"São Paulo"}]] [[tool get_time]]';
  const asked = askBedrock(text, { toolConfig });
  const events = await client.stream(asked);
  const fragments = events.flatMap((event) => event.contentBlockDelta?.delta?.toolUse?.input ?? []);
  expect(fragments.length).toBeGreaterThan(2);
  expect(events.find((event) => event.messageStop)?.messageStop?.stopReason).toBe('tool_use');
  const { output } = await client.converse(asked);
  const content = output?.message?.content ?? [];
  expect(content).toMatchObject([
    { toolUse: { name: 'get_weather', input: { city: 'São Paulo' } } },
    { toolUse: { name: 'get_time', input: {} } },
  ]);
  const results = content.map(
    ({ toolUse }, index): ContentBlock => ({
      toolResult: { toolUseId: toolUse?.toolUseId, content: [{ text: `result ${index}` }] },
    }),
  );
  const next = await client.converse({
    ...asked,
    messages: [...(asked.messages ?? []), { role: 'assistant', content }, { role: 'user', content: results }],
  });
  expect(next.output?.message?.content).toEqual([{ text: 'result 0\nresult 1' }]);
});

test.each([
  ['any', { any: {} }, ['get_weather']],
  ['a named tool', { tool: { name: 'get_time' } }, ['get_time']],
  ['auto', { auto: {} }, []],
])('the choice of %s is obeyed', async (_name, toolChoice, names) => {
  const { client } = await start();
  const { output } = await client.converse(askBedrock('hi', { toolConfig: { ...toolConfig, toolChoice } }));
  const content = output?.message?.content ?? [];
  expect(content.flatMap(({ toolUse }) => toolUse?.name ?? [])).toEqual(names);
});

test.each([
  ['a limit', 'one two three', { maxTokens: 2 }, 'max_tokens'],
  ['a stop word', 'one two three', { stopSequences: [' two'] }, 'stop_sequence'],
  ['a filter', '[[filtered]] hi', {}, 'content_filtered'],
])('%s is told as the reason to stop', async (_name, text, inferenceConfig, stopReason) => {
  const { client } = await start();
  const asked = askBedrock(text, { inferenceConfig });
  expect(await client.converse(asked)).toMatchObject({ stopReason });
  expect((await client.stream(asked)).find((event) => event.messageStop)).toMatchObject({
    messageStop: { stopReason },
  });
});

test('a schema gives JSON that fits', async () => {
  const { client } = await start();
  const schema = JSON.stringify({ type: 'object', properties: { age: { type: 'integer' } } });
  const outputConfig = {
    textFormat: { type: 'json_schema' as const, structure: { jsonSchema: { schema } } },
  };
  const { output } = await client.converse(askBedrock('hi', { outputConfig }));
  expect(output?.message?.content).toEqual([{ text: '{"age":1}' }]);
});

test('images and documents count as media', async () => {
  const { client, sandbox } = await start();
  const bytes = new Uint8Array([1, 2, 3]);
  const content: ContentBlock[] = [
    { image: { format: 'png', source: { bytes } } },
    { document: { format: 'pdf', name: 'a report (2)', source: { bytes } } },
    { text: 'four' },
    { cachePoint: { type: 'default' } },
  ];
  await client.converse({ ...askBedrock(''), messages: [{ role: 'user', content }] });
  expect((await sandbox.entry(1)).usage.inputTokens).toBe(171);
});

test('refusals reach the SDK as their classes', async () => {
  const { client, sandbox } = await start();
  const bad = createBedrockClient(sandbox.url, 'badKEY');
  await expect(bad.converse(askBedrock('hi'))).rejects.toMatchObject({ name: 'UnrecognizedClientException' });
  await expect(client.converse(askBedrock('hi', { modelId: 'unknown-1' }))).rejects.toThrow(
    ValidationException,
  );
  await expect(client.converse(askBedrock('hi', { modelId: 'fault-status-403' }))).rejects.toThrow(
    AccessDeniedException,
  );
  await expect(client.stream(askBedrock('hi', { modelId: 'fault-status-429' }))).rejects.toThrow(
    ThrottlingException,
  );
});

test('an exception in a stream is thrown by the SDK, after what came before', async () => {
  const { client, sandbox } = await start();
  const asked = askBedrock('hello there, how are you', { modelId: 'fault-error-in-stream' });
  await expect(client.stream(asked)).rejects.toThrow(ThrottlingException);
  expect(await sandbox.entry(1)).toMatchObject({ outcome: 'failed', usage: { outputTokens: 4 } });
});
