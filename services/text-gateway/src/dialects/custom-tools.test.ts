/** Custom tools of OpenAI's clients, as Codex sends `apply_patch`, over upstreams that know functions alone. */
import { describe, expect, test } from 'vitest';
import type { DialectName } from '../canon/dialect-name.ts';
import type { ReplyEvent } from '../canon/events.ts';
import { foldReply } from '../canon/fold.ts';
import { recordLosses } from '../canon/losses.ts';
import { callOf, decodeStream, decodeWhole, route } from '../conformance/run-codec.ts';
import { dialects, findUpstreamCodec } from './index.ts';

const patch = '*** Begin Patch\n+say "hi" 😀\n*** End Patch';
const definition = 'start: "*** Begin Patch" /.+/s';
const grammar = { syntax: 'lark', definition };
const bodies: { responses: object; 'chat-completions': object } = {
  responses: {
    model: 'm',
    input: [
      { role: 'user', content: 'Hi' },
      { type: 'custom_tool_call', call_id: 'c1', name: 'apply_patch', input: patch },
      { type: 'custom_tool_call_output', call_id: 'c1', output: 'Done' },
    ],
    tools: [
      {
        type: 'custom',
        name: 'apply_patch',
        description: 'Edits files.',
        format: { type: 'grammar', ...grammar },
      },
    ],
    tool_choice: { type: 'custom', name: 'apply_patch' },
  },
  'chat-completions': {
    model: 'm',
    messages: [
      { role: 'user', content: 'Hi' },
      {
        role: 'assistant',
        tool_calls: [{ id: 'c1', type: 'custom', custom: { name: 'apply_patch', input: patch } }],
      },
      { role: 'tool', tool_call_id: 'c1', content: 'Done' },
    ],
    tools: [
      {
        type: 'custom',
        custom: {
          name: 'apply_patch',
          description: 'Edits files.',
          format: { type: 'grammar', grammar },
        },
      },
    ],
    tool_choice: { type: 'custom', custom: { name: 'apply_patch' } },
  },
};
const args = JSON.stringify({ input: patch });
const events: ReplyEvent[] = [
  { kind: 'reply-start' },
  { kind: 'block-start', index: 0, block: { kind: 'tool-call', id: 'c2', name: 'apply_patch' } },
  ...[...args].map((text): ReplyEvent => ({ kind: 'block-delta', index: 0, text })),
  { kind: 'block-end', index: 0 },
  { kind: 'reply-end', ending: { reason: 'tool-calls' } },
];

function framesOf(text: string): Record<string, unknown>[] {
  const data = [...text.matchAll(/^data: (\{.*)$/gm)].map(([, json = '']) => json);
  return data.map((json) => JSON.parse(json));
}

describe.each(['responses', 'chat-completions'] as const)('a client of %s', (name) => {
  const { codec } = dialects[name];
  const request = codec.decodeRequest(bodies[name], route);

  test('has its tool, its choice and its call read', () => {
    expect(request.tools).toEqual([
      { name: 'apply_patch', description: 'Edits files.', freeform: { kind: 'grammar', ...grammar } },
    ]);
    expect(request.toolChoice).toEqual({ kind: 'tool', name: 'apply_patch' });
    expect(JSON.parse(JSON.stringify(request.turns))).toMatchObject([
      { from: 'user' },
      { from: 'assistant', blocks: [{ kind: 'tool-call', id: 'c1', name: 'apply_patch', argsText: args }] },
      { from: 'user', blocks: [{ kind: 'tool-result', callId: 'c1' }] },
    ]);
  });

  test.each(['messages', 'generate-content', 'chat-completions', 'converse'] as const)(
    'asks %s for a function that takes the text, and the model is told the grammar',
    (style) => {
      const losses = recordLosses();
      const body = findUpstreamCodec(style)?.encodeRequest(
        request,
        { model: 'x', maxOutputTokens: 9 },
        losses,
      );
      const written = JSON.stringify(body);
      expect(written).toContain(JSON.stringify(definition).slice(1, -1));
      expect(written).toContain('Edits files.');
      expect(written).toContain('"required":["input"]');
      expect(written).not.toContain('"custom"');
      expect(losses.approximated).toContain('tools[].format');
      expect(losses.dropped).toEqual([]);
    },
  );

  test('asks responses in their own form', () => {
    const body = dialects.responses.codec.encodeRequest(
      request,
      { model: 'x', maxOutputTokens: 9 },
      recordLosses(),
    );
    expect(body).toMatchObject({
      input: [
        {},
        { type: 'custom_tool_call', call_id: 'c1', name: 'apply_patch', input: patch },
        { type: 'custom_tool_call_output', call_id: 'c1', output: 'Done' },
      ],
      tools: [{ type: 'custom', name: 'apply_patch', format: { type: 'grammar', ...grammar } }],
      tool_choice: { type: 'custom', name: 'apply_patch' },
    });
  });

  test('hears the call as one of its own, whole and streamed, and it is read again', () => {
    const call = callOf(request);
    const whole = codec.encodeReply(foldReply(events), call);
    const encoder = codec.createStreamEncoder(call);
    const text = events.map((event) => encoder.push(event)).join('');
    const own = { responses: 'custom_tool_call', 'chat-completions': 'custom' }[name];
    expect(JSON.stringify(whole)).toContain(`"type":"${own}"`);
    expect(JSON.stringify(whole)).toContain(`"input":${JSON.stringify(patch)}`);
    expect(text).not.toContain('\\"input');
    const said = foldReply(events).blocks;
    expect(foldReply(decodeWhole(codec, JSON.parse(JSON.stringify(whole)))).blocks).toEqual(said);
    expect(foldReply(decodeStream(codec, Buffer.from(text))).blocks).toEqual(said);
  });
});

test('the events of responses tell the text as it comes', () => {
  const { codec } = dialects.responses;
  const call = callOf(codec.decodeRequest(bodies.responses, route));
  const encoder = codec.createStreamEncoder(call);
  const frames = framesOf(events.map((event) => encoder.push(event)).join(''));
  const of = (type: string) => frames.filter((frame) => frame.type === type);
  const item = { type: 'custom_tool_call', call_id: 'c2', name: 'apply_patch' };
  expect(of('response.output_item.added')).toMatchObject([{ item: { ...item, input: '' } }]);
  const deltas = of('response.custom_tool_call_input.delta').map(({ delta }) => delta);
  expect(deltas.length).toBeGreaterThan(10);
  expect(deltas.join('')).toBe(patch);
  expect(of('response.custom_tool_call_input.done')).toMatchObject([{ input: patch }]);
  expect(of('response.output_item.done')).toMatchObject([{ item: { ...item, input: patch } }]);
});

test.each<[DialectName, object, string]>([
  ['responses', { tools: [{ type: 'web_search' }] }, 'web_search = "disabled"'],
  [
    'responses',
    { tools: [{ type: 'custom', name: 'f', format: { type: 'other' } }] },
    'tools[0].format.type',
  ],
  ['chat-completions', { tools: [{ type: 'other' }] }, 'tools[0].type'],
  ['chat-completions', { tools: [{ type: 'custom' }] }, 'tools[0].custom'],
])('%s refuse %j', (name, members, why) => {
  const body = { ...bodies[name as keyof typeof bodies], tool_choice: 'auto', ...members };
  expect(() => dialects[name].codec.decodeRequest(body, route)).toThrow(why);
});
