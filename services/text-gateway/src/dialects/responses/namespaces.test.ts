/** Tools in namespaces, as Codex sends them, over upstreams that know none. */
import { expect, test } from 'vitest';
import type { ReplyEvent } from '../../canon/events.ts';
import { foldReply } from '../../canon/fold.ts';
import { nameTools } from '../name-tools.ts';
import { decodeRequest } from './decode-request.ts';
import { encodeReply } from './encode-reply.ts';
import { createStreamEncoder } from './encode-stream.ts';

const tool = (name: string, description?: string) => ({
  type: 'function',
  name,
  ...(description !== undefined && { description }),
  parameters: { type: 'object', properties: {} },
  strict: false,
});
const agents = {
  type: 'namespace',
  name: 'agents',
  description: 'Agents that help.',
  tools: [tool('spawn', 'Starts one.'), tool('close')],
};
const called = { type: 'function_call', call_id: 'c1', namespace: 'agents', name: 'spawn', arguments: '{}' };
const body = {
  model: 'm',
  input: [
    { role: 'user', content: 'Hi' },
    called,
    { type: 'function_call_output', call_id: 'c1', output: 'done' },
  ],
  tools: [tool('spawn', 'Another.'), agents, tool('last')],
};
const request = decodeRequest(body);
const call = { requestId: '01a1fe80-64b9-7aa1-946d-d820c9b40b30', request, createdAt: 1_700_000_000 };

const events: ReplyEvent[] = [
  { kind: 'reply-start' },
  { kind: 'block-start', index: 0, block: { kind: 'tool-call', id: 'c2', name: 'agents.close' } },
  { kind: 'block-delta', index: 0, text: '{"id":1}' },
  { kind: 'block-end', index: 0 },
  { kind: 'reply-end', ending: { reason: 'tool-calls' } },
];

test('a tool is its namespace and its name where there are none, and the first says what they are about', () => {
  const { request: fitted, originals } = nameTools(request, 'chat-completions');
  expect(fitted.tools.map(({ name, description }) => [name, description])).toEqual([
    ['spawn', 'Another.'],
    ['agents_spawn', 'agents: Agents that help.\n\nStarts one.'],
    ['agents_close', undefined],
    ['last', undefined],
  ]);
  expect(fitted.turns[1]).toMatchObject({ blocks: [{ kind: 'tool-call', name: 'agents_spawn' }] });
  expect(originals.get('agents_close')).toBe('agents.close');
});

test('whoever calls one is heard to call it in its namespace, streamed or whole', () => {
  const item = { type: 'function_call', namespace: 'agents', name: 'close', arguments: '{"id":1}' };
  expect(encodeReply(foldReply(events), call)).toMatchObject({ output: [item] });
  const encoder = createStreamEncoder(call);
  const frames = events
    .map((event) => encoder.push(event))
    .join('')
    .split('\n\n')
    .slice(0, -1);
  const said = frames.map((frame) => JSON.parse(frame.split('\ndata: ')[1] ?? ''));
  const about = (type: string) => said.find((event) => event.type === type);
  expect(about('response.output_item.added')).toMatchObject({ item: { ...item, arguments: '' } });
  expect(about('response.function_call_arguments.done')).toMatchObject({ name: 'close' });
  expect(about('response.output_item.done')).toMatchObject({ item });
  expect(about('response.completed')).toMatchObject({ response: { output: [item] } });
});

test('the answer repeats tools as they came', () => {
  expect(encodeReply(foldReply(events), call).tools).toEqual(body.tools);
});

test.each([
  ['spawn', 'spawn'],
  ['close', 'agents.close'],
  ['nobody', 'nobody'],
])('the choice of %s is that of %s', (name, meant) => {
  const chosen = decodeRequest({ ...body, tool_choice: { type: 'function', name } });
  expect(chosen.toolChoice).toEqual({ kind: 'tool', name: meant });
  const answer = encodeReply(foldReply(events), { ...call, request: chosen });
  expect(answer.tool_choice).toEqual({ type: 'function', name });
});
