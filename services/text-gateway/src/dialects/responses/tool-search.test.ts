/** A search for tools by the client, as Codex declares it, over upstreams that know functions alone. */
import { expect, test } from 'vitest';
import type { ReplyEvent } from '../../canon/events.ts';
import { foldReply } from '../../canon/fold.ts';
import { recordLosses } from '../../canon/losses.ts';
import { callOf, decodeStream, decodeWhole, route } from '../../conformance/run-codec.ts';
import { dialects, findUpstreamCodec } from '../index.ts';
import { nameTools } from '../name-tools.ts';

const { codec } = dialects.responses;
const parameters = { type: 'object', properties: { query: { type: 'string' } }, required: ['query'] };
const search = { type: 'tool_search', execution: 'client', description: 'Finds tools.', parameters };
const found = {
  ...{ type: 'namespace', name: 'mcp__calendar', description: 'Dates.' },
  tools: [
    {
      ...{ type: 'function', name: 'list_events', description: 'Lists them.' },
      ...{ defer_loading: true, parameters: { type: 'object', properties: {} } },
    },
  ],
};
const sought = { query: 'calendar', limit: 8 };
const said = { type: 'tool_search_call', execution: 'client', call_id: 's1', arguments: sought };
const output = { type: 'tool_search_output', execution: 'client', call_id: 's1', status: 'completed' };
const hosted = { execution: 'server', call_id: null };

function requestOf(members: object) {
  return codec.decodeRequest({ model: 'm', input: 'Hi', tools: [search], ...members }, route);
}

function converse(...tools: object[]) {
  return requestOf({ input: [{ role: 'user', content: 'Hi' }, said, { ...output, tools }] });
}

function callsOf(name: string, args: string): ReplyEvent[] {
  return [
    { kind: 'reply-start' },
    { kind: 'block-start', index: 0, block: { kind: 'tool-call', id: 's2', name } },
    ...[...args].map((text): ReplyEvent => ({ kind: 'block-delta', index: 0, text })),
    { kind: 'block-end', index: 0 },
    { kind: 'reply-end', ending: { reason: 'tool-calls' } },
  ];
}

test.each(['messages', 'generate-content', 'chat-completions', 'converse', 'responses'] as const)(
  '%s are asked for a function, told of its call and what that found, and given the tools that were found',
  (style) => {
    const losses = recordLosses();
    const target = { model: 'x', maxOutputTokens: 9 };
    const { request } = nameTools(converse(found), style);
    const written = JSON.stringify(findUpstreamCodec(style)?.encodeRequest(request, target, losses));
    expect(request.tools.map(({ name }) => name)).toEqual([
      'tool_search',
      style === 'generate-content' ? 'mcp__calendar.list_events' : 'mcp__calendar_list_events',
    ]);
    expect(written).toContain('Finds tools.');
    expect(written).toContain('Lists them.');
    expect(written).toContain('calendar');
    expect(written).toContain('These tools can be called now: mcp__calendar.list_events');
    expect(written).not.toContain('"type":"tool_search');
    expect(losses.dropped).toEqual([]);
  },
);

test('the call comes back as it went out, and its output is its result', () => {
  expect(converse(found).turns).toMatchObject([
    { from: 'user' },
    { blocks: [{ kind: 'tool-call', id: 's1', name: 'tool_search', argsText: JSON.stringify(sought) }] },
    { blocks: [{ kind: 'tool-result', callId: 's1' }] },
  ]);
  expect(converse().turns[2]).toMatchObject({ blocks: [{ blocks: [{ text: 'No tool was found.' }] }] });
});

test('what was found before and is found again is one tool, at its place', () => {
  const again = { ...output, call_id: 's2', tools: [found] };
  const input = [said, { ...output, tools: [found] }, { ...said, call_id: 's2' }, again];
  expect(requestOf({ input }).tools.map(({ name }) => name)).toEqual([
    'tool_search',
    'mcp__calendar.list_events',
  ]);
});

test('the client hears a search, whole and streamed, and it is read again', () => {
  const events = callsOf('tool_search', JSON.stringify(sought));
  const call = callOf(requestOf({}));
  const item = { ...said, status: 'completed', call_id: 's2' };
  const whole = codec.encodeReply(foldReply(events), call);
  expect(whole).toMatchObject({ output: [item], tools: [search] });
  const encoder = codec.createStreamEncoder(call);
  const text = events.map((event) => encoder.push(event)).join('');
  const frames = [...text.matchAll(/^data: (\{.*)$/gm)].map(([, json = '']) => JSON.parse(json));
  const within = frames.filter(({ type }) => /output_item|arguments/.test(type));
  expect(within).toMatchObject([
    { type: 'response.output_item.added', item: { ...item, status: 'in_progress', arguments: {} } },
    { type: 'response.output_item.done', item },
  ]);
  expect(frames.at(-1)).toMatchObject({ response: { output: [item] } });
  const { blocks } = foldReply(events);
  expect(foldReply(decodeWhole(codec, JSON.parse(JSON.stringify(whole)))).blocks).toEqual(blocks);
  expect(foldReply(decodeStream(codec, Buffer.from(text))).blocks).toEqual(blocks);
});

test('a tool that was found is called in its namespace', () => {
  const reply = foldReply(callsOf('mcp__calendar.list_events', '{}'));
  expect(codec.encodeReply(reply, callOf(converse(found)))).toMatchObject({
    output: [{ type: 'function_call', namespace: 'mcp__calendar', name: 'list_events' }],
  });
});

test("the vendor's own search is left out: all that it could find is declared", () => {
  const request = requestOf({
    input: [
      { role: 'user', content: 'Hi' },
      { ...said, ...hosted },
      { ...output, ...hosted, tools: [found] },
    ],
    tools: [found, { type: 'tool_search' }],
  });
  expect(request.tools.map(({ name }) => name)).toEqual(['mcp__calendar.list_events']);
  const losses = recordLosses();
  dialects.messages.codec.encodeRequest(request, { model: 'x', maxOutputTokens: 9 }, losses);
  expect(losses.dropped).toEqual(['tool_search_call', 'tool_search_output']);
});

test.each([
  [{ tools: [{ ...search, execution: 'elsewhere' }] }, 'tools[0].execution'],
  [{ input: [{ ...output, tools: [{ type: 'web_search' }] }] }, 'input[0].tools[0].type'],
  [{ input: [{ ...output, call_id: 1, tools: [] }] }, 'input[0].call_id'],
])('%j is refused by its place', (members, path) => {
  expect(() => requestOf(members)).toThrow(path);
});
