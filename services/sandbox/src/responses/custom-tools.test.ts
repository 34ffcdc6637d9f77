/** Tools that take a text, tools in namespaces, and tools that an item of the input adds, by the official SDK. */
import type OpenAI from 'openai';
import { expect, test } from 'vitest';
import { startSandbox } from '../testing/start-sandbox.ts';

const model = 'gpt-5';
const exec: OpenAI.Responses.Tool = { type: 'custom', name: 'exec', description: 'Runs it.' };
const functions = {
  ...{ type: 'namespace', name: 'functions', description: 'What can be done.' },
  tools: [exec, { type: 'function', name: 'wait', parameters: { type: 'object', properties: {} } }],
} as OpenAI.Responses.Tool;
const added = { type: 'additional_tools', id: 'at_1', role: 'developer', tools: [functions] } as never;
const saying = (content: string) => ({ role: 'user' as const, content });

test('a custom tool is called with its text, and its result is said back', async () => {
  const { client } = await startSandbox();
  const pieces: string[] = [];
  const response = await client.responses
    .stream({ model, tools: [exec], input: '[[tool exec {"input":"ls -l\\n"}]]' })
    .on('response.custom_tool_call_input.delta', ({ delta }) => pieces.push(delta))
    .finalResponse();
  expect(response.output).toMatchObject([
    { type: 'custom_tool_call', name: 'exec', input: 'ls -l\n', status: 'completed' },
  ]);
  expect(pieces.join('')).toBe('ls -l\n');
  const [call] = response.output;
  if (call?.type !== 'custom_tool_call') throw new Error('nothing was called');
  const output = { type: 'custom_tool_call_output' as const, call_id: call.call_id, output: 'a file' };
  const next = await client.responses.create({
    ...{ model, tools: [exec] },
    input: [saying('[[tool exec]]'), call, output],
  });
  expect(next.output_text).toBe('a file');
});

test('tools of a namespace are called in it, also where an item of the input adds them', async () => {
  const { client } = await startSandbox();
  const input = [added, saying('[[tool functions.exec {"input":"x"}]] [[tool functions.wait]]')];
  const { output } = await client.responses.create({ model, input });
  expect(output).toMatchObject([
    { type: 'custom_tool_call', namespace: 'functions', name: 'exec', input: 'x' },
    { type: 'function_call', namespace: 'functions', name: 'wait', arguments: '{}' },
  ]);
});

test.each([
  [{ type: 'namespace', name: 'n', tools: [functions] }, 'tools[0].tools[0].type'],
  [{ type: 'custom' }, 'tools[0].name'],
])('%j is refused by its place', async (tool, param) => {
  const { client } = await startSandbox();
  const asked = client.responses.create({ model, input: 'hi', tools: [tool as never] });
  await expect(asked).rejects.toMatchObject({ status: 400, param });
});
