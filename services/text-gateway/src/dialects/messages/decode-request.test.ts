import { FaultError } from '@headgate/runtime/errors';
import { describe, expect, test } from 'vitest';
import type { JsonRecord } from '../../json/read.ts';
import { decodeRequest } from './decode-request.ts';

const plain = { model: 'm', max_tokens: 16, messages: [{ role: 'user', content: 'Hi' }] };
const say = (...content: unknown[]): JsonRecord => ({ ...plain, messages: [{ role: 'user', content }] });
const answer = (...content: unknown[]): JsonRecord => ({
  ...plain,
  messages: [...plain.messages, { role: 'assistant', content }],
});

function refusalOf(body: unknown): { status: number; param: string; message: string } {
  try {
    decodeRequest(body);
  } catch (error) {
    if (error instanceof FaultError) return error.fault;
    throw error;
  }
  throw new Error('Nothing was refused');
}

describe('is refused by the name of the member', () => {
  const source = { type: 'base64', media_type: 'application/pdf', data: 'AA==' };
  test.each<[string, unknown]>([
    ['', []],
    ['model', { messages: plain.messages }],
    ['messages', { model: 'm' }],
    ['compaction', { ...plain, compaction: { type: 'summarize' } }],
    ['messages', { ...plain, messages: [] }],
    ['messages[0].role', { ...plain, messages: [{ role: 'tool', content: '' }] }],
    ['messages[0].content', { ...plain, messages: [{ role: 'user' }] }],
    ['messages[0].content[1].type', say({ type: 'text', text: 'a' }, {})],
    ['messages[0].content[0].text', say({ type: 'text' })],
    ['messages[0].content[0]', say({ type: 'search_result' })],
    ['messages[0].content[0]', say({ type: 'constructor' })],
    ['messages[0].content[0].source', say({ type: 'image' })],
    ['messages[0].content[0].source.data', say({ type: 'image', source: { ...source, data: 1 } })],
    ['messages[0].content[0].source.type', say({ type: 'document', source: { type: 'content' } })],
    ['messages[0].content[0].context', say({ type: 'document', source, context: 'About us' })],
    ['messages[0].content[0].tool_use_id', say({ type: 'tool_result' })],
    [
      'messages[0].content[0].content[0]',
      say({ type: 'tool_result', tool_use_id: 'a', content: [{ type: 'tool_reference' }] }),
    ],
    ['messages[1].content[0].input', answer({ type: 'tool_use', id: 'a', name: 'f', input: 'text' })],
    ['system[0]', { ...plain, system: [{ type: 'image' }] }],
    ['tools[0].type', { ...plain, tools: [{ type: 'web_search_20250305', name: 'web_search' }] }],
    ['tools[0].input_schema', { ...plain, tools: [{ name: 'f' }] }],
    ['tool_choice.type', { ...plain, tool_choice: { type: 'function' } }],
    ['tool_choice.name', { ...plain, tool_choice: { type: 'tool' } }],
    ['thinking.type', { ...plain, thinking: { type: 'on' } }],
    ['thinking.budget_tokens', { ...plain, thinking: { type: 'enabled', budget_tokens: 1.5 } }],
    ['effort', { ...plain, effort: 'huge' }],
    ['output_config.effort', { ...plain, output_config: { effort: 'huge' } }],
    ['output_config.format.type', { ...plain, output_config: { format: { type: 'json_object' } } }],
    ['max_tokens', { ...plain, max_tokens: '16' }],
    ['max_tokens', { ...plain, max_tokens: 0 }],
    ['stop_sequences[0]', { ...plain, stop_sequences: [1] }],
    ['mcp_servers', { ...plain, mcp_servers: [] }],
    ['container', { ...plain, container: 'c' }],
  ])('%s', (param, body) => {
    expect(refusalOf(body)).toMatchObject({ status: 400, code: 'invalid_request', param });
  });
});

test('whoever asks for a search of the web is told which tool it is, and how it is left out', () => {
  const tools = [{ type: 'web_search_20250305', name: 'web_search' }];
  const why = 'The tool web_search_20250305 is only served by an upstream of the same protocol';
  const instead =
    'leave it out, in Claude Code by `"permissions": {"deny": ["WebSearch"]}` in its settings.json';
  expect(refusalOf({ ...plain, tools })).toMatchObject({ message: `tools[0].type: ${why}: ${instead}.` });
});

describe('thinking', () => {
  test.each<[string, JsonRecord, unknown]>([
    ['is not asked for', {}, undefined],
    ['is left to the model', { thinking: { type: 'adaptive' } }, {}],
    ['is forbidden', { thinking: { type: 'disabled' }, effort: 'high' }, { effort: 'none' }],
    [
      'has a budget',
      { thinking: { type: 'enabled', budget_tokens: 2048 } },
      { budgetTokens: 2048, isShown: true },
    ],
    ['is hidden', { thinking: { type: 'adaptive', display: 'omitted' } }, { isShown: false }],
    ['has an effort at the top', { effort: 'low' }, { effort: 'low' }],
    ['has an effort in its place', { output_config: { effort: 'high' } }, { effort: 'high' }],
    ['has efforts in both places', { effort: 'low', output_config: { effort: 'max' } }, { effort: 'max' }],
  ])('%s', (_, members, reasoning) => {
    expect(decodeRequest({ ...plain, ...members }).reasoning).toEqual(reasoning);
  });
});

test('options without a canonical form are kept by name, wherever they stand', () => {
  const { extras } = decodeRequest({
    ...say({
      type: 'document',
      source: { type: 'url', url: 'https://example.com/a.pdf' },
      citations: { enabled: true },
    }),
    service_tier: 'auto',
    inference_geo: null,
    output_config: { task_budget: 5 },
    metadata: { user_id: 'u', team: 't' },
    tools: [{ name: 'f', input_schema: {}, defer_loading: true }],
  });
  expect(extras).toEqual({
    ...{ service_tier: 'auto', task_budget: 5, team: 't' },
    ...{ citations: { enabled: true }, defer_loading: true },
  });
});

test('thinking between calls alone is an option that no other dialect has', () => {
  const thinking = { type: 'between_tools' };
  const request = decodeRequest({ ...plain, thinking, output_config: { effort: 'high' } });
  expect(request).toMatchObject({ reasoning: { effort: 'high' }, extras: { thinking } });
});

test('a format is read where clients put it, first where it stands today', () => {
  const format = (name: string) => ({ type: 'json_schema', schema: { title: name } });
  const read = (members: JsonRecord) => decodeRequest({ ...plain, ...members });
  const early = { output_format: format('early') };
  expect(read(early)).toMatchObject({ format: { kind: 'schema', schema: { title: 'early' } }, extras: {} });
  expect(read({ ...early, output_config: { format: format('today') } }).format).toMatchObject({
    schema: { title: 'today' },
  });
  expect(refusalOf({ ...plain, output_format: { type: 'text' } }).param).toBe('output_format.type');
});

test('system texts are gathered from both places, before anything is said', () => {
  const request = decodeRequest({
    ...plain,
    system: 'a',
    messages: [{ role: 'system', content: 'b' }, ...plain.messages],
  });
  expect(request.instructions.map(({ text }) => text)).toEqual(['a', 'b']);
  expect(request.turns).toHaveLength(1);
});

test('documents of plain text are bytes, and those that the vendor stores are named', () => {
  const request = decodeRequest(
    say(
      { type: 'document', source: { type: 'text', media_type: 'text/plain', data: 'Grüezi' } },
      { type: 'image', source: { type: 'file', file_id: 'file_1' } },
    ),
  );
  expect(request.turns[0]?.blocks.map((block) => 'source' in block && block.source)).toEqual([
    { kind: 'bytes', mediaType: 'text/plain', base64: Buffer.from('Grüezi').toString('base64') },
    { kind: 'stored', dialect: 'messages', id: 'file_1' },
  ]);
});

test('what the vendor’s servers did stays as it is, and so do calls of toolsets that it defines', () => {
  const did = [
    { type: 'server_tool_use', id: 's', name: 'web_search', input: {} },
    { type: 'tool_use', id: 't', name: 'click', input: {}, toolset_name: 'browser' },
  ];
  expect(decodeRequest(answer(...did)).turns[1]?.blocks).toEqual(
    did.map((json) => ({ kind: 'opaque', dialect: 'messages', json })),
  );
});

test('seals of other vendors are unwrapped, and a call finds its own before it', () => {
  const { turns } = decodeRequest(
    answer(
      { type: 'thinking', thinking: 'hm', signature: 'headgate.seal.responses.abc' },
      { type: 'thinking', thinking: 'unsigned', signature: '' },
      { type: 'redacted_thinking', data: 'headgate.seal.of-call.headgate.seal.generate-content.xyz' },
      { type: 'tool_use', id: 'a', name: 'f', input: { b: 1 } },
    ),
  );
  expect(turns[1]?.blocks).toEqual([
    { kind: 'reasoning', text: 'hm', seal: { dialect: 'responses', value: 'abc' } },
    { kind: 'reasoning', text: 'unsigned' },
    {
      ...{ kind: 'tool-call', id: 'a', name: 'f', argsText: '{"b":1}' },
      seal: { dialect: 'generate-content', value: 'xyz' },
    },
  ]);
});

test('a request that is marked for the cache as a whole is marked behind what was said last', () => {
  const found = { type: 'tool_result', tool_use_id: 'a', content: 'Found' };
  const marked = {
    ...say({ type: 'text', text: 'Hi' }, found),
    cache_control: { type: 'ephemeral', ttl: '1h' },
  };
  const { turns, extras } = decodeRequest(marked);
  expect(turns).toMatchObject([
    {
      from: 'user',
      blocks: [expect.not.objectContaining({ cache: expect.anything() }), { cache: { ttl: '1h' } }],
    },
  ]);
  expect(extras).toEqual({});
});
