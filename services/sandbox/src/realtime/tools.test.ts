/** Function calls of realtime sessions, spoken to by the vendor's own client. */
import type { RealtimeFunctionTool, RealtimeServerEvent } from 'openai/resources/realtime/realtime';
import { expect, test } from 'vitest';
import { ask, openSession } from '../testing/open-session.ts';
import { startSandbox } from '../testing/start-sandbox.ts';

const weather: RealtimeFunctionTool = {
  type: 'function',
  name: 'get_weather',
  description: 'Tells the weather.',
  parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
};

async function openWithTools(session: object = {}) {
  const sandbox = await startSandbox();
  const opened = await openSession(sandbox);
  const tools = { tools: [weather], output_modalities: ['text' as const], ...session };
  opened.client.send({ type: 'session.update', session: { type: 'realtime', ...tools } });
  await opened.until('session.updated');
  return { sandbox, ...opened };
}

/** What was said of a response, from its beginning to its end. */
function eventsOfResponse(events: readonly RealtimeServerEvent[]) {
  const types = events.map(({ type }) => type);
  return events.slice(types.indexOf('response.created'), types.indexOf('response.done') + 1);
}

test('a function is called, and what it gave is answered', async () => {
  const { sandbox, client, events, until } = await openWithTools();
  ask(client, '[[tool get_weather {"city":"Paris"} ]] [[size=8]]');
  const { response } = await until('response.done');
  const called = { type: 'function_call', name: 'get_weather', arguments: '{"city":"Paris"}' };
  expect(response).toMatchObject({ status: 'completed', conversation_id: expect.any(String) });
  expect(response.output).toMatchObject([{ ...called, status: 'completed', object: 'realtime.item' }]);
  const tokens = Math.ceil(JSON.stringify([weather]).length / 4);
  expect(response.usage?.input_tokens).toBeGreaterThan(tokens);
  expect(response.usage).toMatchObject({ output_tokens: 7, output_token_details: { text_tokens: 7 } });
  const said = eventsOfResponse(events);
  expect(said.map(({ type }) => type)).toEqual([
    'response.created',
    'response.output_item.added',
    'conversation.item.added',
    'response.function_call_arguments.delta',
    'response.function_call_arguments.delta',
    'response.function_call_arguments.done',
    'conversation.item.done',
    'response.output_item.done',
    'response.done',
  ]);
  const { item } = await until('response.output_item.added');
  expect(item).toMatchObject({ ...called, status: 'in_progress', arguments: '' });
  const done = await until('response.function_call_arguments.done');
  expect(done).toMatchObject({
    ...{ item_id: item.id, response_id: response.id, output_index: 0 },
    ...{ name: 'get_weather', arguments: '{"city":"Paris"}', call_id: expect.stringMatching(/^call_/) },
  });
  expect(await until('conversation.item.added', 2)).toMatchObject({ item: { id: item.id } });

  const output = { type: 'function_call_output' as const, call_id: done.call_id, output: 'sunny' };
  client.send({ type: 'conversation.item.create', item: output });
  expect((await until('conversation.item.done', 3)).item).toMatchObject(output);
  client.send({ type: 'response.create' });
  const { response: answer } = await until('response.done', 2);
  expect(answer.output).toMatchObject([{ content: [{ type: 'output_text', text: 'sunny' }] }]);
  expect(answer.usage?.input_tokens).toBeGreaterThan(response.usage?.input_tokens ?? 0);
  expect(await sandbox.entry(1)).toMatchObject({ usage: { outputTokens: 7 }, outcome: 'served' });
});

test('a call in sound has no sound, and several are items of one response', async () => {
  const { client, until } = await openWithTools({ output_modalities: ['audio'] });
  ask(client, '[[tool get_weather]] [[tool get_weather {"city":"Rome"}]]');
  const { response } = await until('response.done');
  expect(response.output).toHaveLength(2);
  expect(response.usage?.output_token_details).toMatchObject({ audio_tokens: 0 });
  expect(await until('response.output_item.done', 2)).toMatchObject({
    ...{ output_index: 1, item: { status: 'completed', arguments: '{"city":"Rome"}' } },
  });
});

test.each([
  ['none', 'none' as const, 'message'],
  ['required', 'required' as const, 'function_call'],
  ['a named one', { type: 'function' as const, name: 'get_weather' }, 'function_call'],
])('tool_choice of a response: %s', async (_name, tool_choice, type) => {
  const { client, until } = await openWithTools({ tool_choice: 'auto' });
  client.send({ type: 'response.create', response: { tool_choice } });
  expect((await until('response.done')).response.output).toMatchObject([{ type }]);
});

test('a response has tools of its own in place of those of the session', async () => {
  const { client, until } = await openWithTools();
  const content = [{ type: 'input_text' as const, text: '[[tool own]]' }];
  client.send({ type: 'conversation.item.create', item: { type: 'message', role: 'user', content } });
  client.send({ type: 'response.create', response: { tools: [{ type: 'function', name: 'own' }] } });
  expect((await until('response.done')).response.output).toMatchObject([{ name: 'own' }]);
  client.send({ type: 'response.create' });
  expect((await until('error')).error.message).toContain("the tool 'own'");
});

test('a call that is cancelled is incomplete, with what was said of it', async () => {
  const { client, until } = await openWithTools();
  ask(client, `[[tool get_weather {"city":"${'Paris'.repeat(100)}"} ]] [[delay=10 size=4]]`);
  await until('response.function_call_arguments.delta', 3);
  client.send({ type: 'response.cancel' });
  const { response } = await until('response.done');
  expect(response).toMatchObject({ status: 'cancelled', status_details: { reason: 'client_cancelled' } });
  const { arguments: said } = await until('response.function_call_arguments.done');
  expect(said).toMatch(/^\{"city":"Par/);
  expect(response.output).toMatchObject([{ status: 'incomplete', arguments: said }]);
  expect(response.usage?.output_tokens).toBe(Math.ceil(('get_weather'.length + said.length) / 4));
});

test('max_output_tokens leaves a call incomplete', async () => {
  const { client, until } = await openWithTools({ max_output_tokens: 4 });
  ask(client, '[[tool get_weather {"city":"Paris"}]]');
  expect((await until('response.done')).response).toMatchObject({
    ...{ status: 'incomplete', status_details: { type: 'incomplete', reason: 'max_output_tokens' } },
    output: [{ type: 'function_call', status: 'incomplete' }],
    usage: { output_tokens: 4 },
  });
});

const update = (session: object) => ({ type: 'session.update', session });
const bare = (tool: object) => update({ tools: [tool] });
const item = (members: object) => ({ type: 'conversation.item.create', item: members });
const badChoice = { type: 'function', function: { name: 'a' } };
const output = { type: 'function_call_output', call_id: 'call_x' };

test.each<[name: string, event: object, param: string | null, code: string]>([
  ['a tool without a type', bare({ name: 'a' }), 'session.tools[0].type', 'missing_required_parameter'],
  ['a tool of another type', bare({ type: 'x' }), 'session.tools[0].type', 'invalid_value'],
  ['a nameless tool', bare({ type: 'function' }), 'session.tools[0].name', 'missing_required_parameter'],
  [
    'a tool with a member of another dialect',
    bare({ type: 'function', name: 'a', strict: true }),
    'session.tools[0].strict',
    'unknown_parameter',
  ],
  [
    'a choice as chat has it',
    update({ tool_choice: badChoice }),
    'session.tool_choice.name',
    'missing_required_parameter',
  ],
  [
    'tools of a response that are no list',
    { type: 'response.create', response: { tools: {} } },
    'response.tools',
    'invalid_type',
  ],
  ['an output without a call', item({ ...output, output: '' }), null, 'invalid_tool_call_id'],
  ['an output without words', item(output), 'item.output', 'missing_required_parameter'],
  ['an item of no type', item({ role: 'user', content: [] }), 'item.type', 'missing_required_parameter'],
])('%s is refused', async (_name, event, param, code) => {
  const { client, until } = await openSession(await startSandbox());
  client.socket.send(JSON.stringify({ event_id: 'mine', ...event }));
  const { error } = await until('error');
  expect(error).toMatchObject({ type: 'invalid_request_error', event_id: 'mine', param, code });
});
