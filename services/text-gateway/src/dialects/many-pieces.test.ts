/** Conversations of very many pieces cost what they are large: what grew faster would hold up everybody's requests. */
import { describe, expect, test } from 'vitest';
import type { AssistantBlock } from '../canon/blocks.ts';
import type { DialectName, WireName } from '../canon/dialect-name.ts';
import type { Reply } from '../canon/fold.ts';
import { recordLosses } from '../canon/losses.ts';
import { unfoldReply } from '../canon/unfold.ts';
import type { ServiceTraits } from './codec.ts';
import { dialects, findUpstreamCodec } from './index.ts';

const pieces = 40_000;
/** Of processor time: a tenth of a second is usual. */
const mostCpuMs = 3_000;

const many = <T>(make: (index: number) => T): T[] =>
  Array.from({ length: pieces }, (_, index) => make(index));
const fromBehind = (index: number): number => pieces - index - 1;

const user = { role: 'user', content: 'a' };
const call = (id: string) => ({ id, type: 'function', function: { name: 'get', arguments: '{}' } });
const calling = (...calls: object[]) => ({ role: 'assistant', content: null, tool_calls: calls });
const result = (id: string) => ({ role: 'tool', tool_call_id: id, content: 'b' });
const parts = [...many(() => ['a', 'b', 'c', 'd'])].flat().map((text) => ({ type: 'text', text }));
const tool = (name: string, more: object = {}) => ({ type: 'function', function: { name, ...more } });

interface Conversation {
  what: string;
  dialect: DialectName;
  body: object;
}

const texts: Conversation[] = [
  { what: 'texts', dialect: 'chat-completions', body: { messages: many(() => user) } },
  { what: 'texts', dialect: 'messages', body: { messages: many(() => user) } },
  { what: 'texts', dialect: 'responses', body: { input: many(() => user) } },
  {
    what: 'texts',
    dialect: 'generate-content',
    body: { contents: many(() => ({ role: 'user', parts: [{ text: 'a' }] })) },
  },
];

const chats: Conversation[] = [
  { what: 'parts of one text', messages: [user, { role: 'assistant', content: parts }, user] },
  { what: 'parts of two texts behind each other', messages: [{ role: 'user', content: parts }, user] },
  { what: 'parts of a system text', messages: [{ role: 'system', content: parts }, user] },
  {
    what: 'results among texts',
    messages: [
      user,
      calling(...many((index) => call(`call_${index}`))),
      ...many((index) => [user, result(`call_${index}`)]).flat(),
    ],
  },
  {
    what: 'calls, and results from behind',
    messages: [
      user,
      calling(...many((index) => call(`call_${index}`))),
      ...many((index) => result(`call_${fromBehind(index)}`)),
    ],
  },
  {
    what: 'calls of one id, and their results',
    messages: [user, calling(...many(() => call('call_1'))), ...many(() => result('call_1'))],
  },
  {
    what: 'calls from before there were tools, and results from behind',
    messages: [
      user,
      ...many((index) => ({
        role: 'assistant',
        content: null,
        function_call: { name: `get_${index}`, arguments: '{}' },
      })),
      ...many((index) => ({ role: 'function', name: `get_${fromBehind(index)}`, content: 'b' })),
    ],
  },
].map(({ what, messages }) => ({ what, dialect: 'chat-completions', body: { messages } }));

const others: Conversation[] = [
  {
    what: 'calls, and results from behind',
    dialect: 'generate-content',
    body: {
      contents: [
        { role: 'user', parts: [{ text: 'a' }] },
        { role: 'model', parts: many((index) => ({ functionCall: { name: `get_${index}`, args: {} } })) },
        {
          role: 'user',
          parts: many((index) => ({
            functionResponse: { name: `get_${fromBehind(index)}`, response: { output: 'b' } },
          })),
        },
      ],
    },
  },
  {
    what: 'documents of one name',
    dialect: 'messages',
    body: {
      max_tokens: 9,
      messages: [
        {
          role: 'user',
          content: many(() => ({
            type: 'document',
            source: { type: 'base64', media_type: 'application/pdf', data: 'JVBERi0xLjc=' },
          })),
        },
      ],
    },
  },
  {
    what: 'tools, all of them allowed',
    dialect: 'generate-content',
    body: {
      contents: [{ role: 'user', parts: [{ text: 'a' }] }],
      tools: [{ functionDeclarations: many((index) => ({ name: `get_${index}` })) }],
      toolConfig: {
        functionCallingConfig: {
          mode: 'ANY',
          allowedFunctionNames: many((index) => `get_${fromBehind(index)}`),
        },
      },
    },
  },
  {
    what: 'tools, all of them allowed',
    dialect: 'chat-completions',
    body: {
      messages: [user],
      tools: many((index) => tool(`get_${index}`)),
      tool_choice: {
        type: 'allowed_tools',
        allowed_tools: { mode: 'required', tools: many((index) => tool(`get_${fromBehind(index)}`)) },
      },
    },
  },
  {
    what: 'tools with names that are not allowed',
    dialect: 'chat-completions',
    body: { messages: [user], tools: many((index) => tool(`get it ${index}`)) },
  },
  {
    what: 'members of a strict schema',
    dialect: 'chat-completions',
    body: {
      messages: [user],
      tools: [
        tool('get', {
          strict: true,
          parameters: {
            type: 'object',
            additionalProperties: false,
            properties: Object.fromEntries(many((index) => [`member_${index}`, { type: 'string' }])),
            required: many((index) => `member_${index}`),
          },
        }),
      ],
    },
  },
];

/** As what they are written, and for which service where that makes a difference. */
const targets: readonly [WireName, ServiceTraits?][] = [
  ['chat-completions'],
  ['responses'],
  ['messages'],
  ['generate-content'],
  ['generate-content', { takesCallIds: false }],
  ['converse'],
];

function timed<T>(what: string, run: () => T): T {
  const before = process.cpuUsage();
  const made = run();
  const { user, system } = process.cpuUsage(before);
  expect.soft((user + system) / 1_000, what).toBeLessThan(mostCpuMs);
  return made;
}

describe.each([...texts, ...chats, ...others])('$what, in $dialect', ({ dialect, body }) => {
  test('are read and written at a cost that grows with their number', () => {
    const read = () =>
      dialects[dialect].codec.decodeRequest({ model: 'm', ...body }, { model: 'm', stream: false });
    const canon = timed('read', read);
    for (const [style, service] of targets) {
      const target = { model: 'gpt-4o', maxOutputTokens: 1_000, service };
      timed(style, () => findUpstreamCodec(style)?.encodeRequest(canon, target, recordLosses()));
    }
  }, 60_000);
});

test.each(Object.values(dialects))(
  'an answer that calls very many tools, in $name, is written at a cost that grows with their number',
  ({ name, codec }) => {
    const body = { model: 'm', messages: [user], tools: many((index) => tool(`get_${index}`)) };
    const request = dialects['chat-completions'].codec.decodeRequest(body, { model: 'm', stream: true });
    const call = { requestId: '01a1fe80-64b9-7aa1-946d-d820c9b40b30', createdAt: 1_700_000_000, request };
    const blocks = request.tools.map(
      (called): AssistantBlock => ({ kind: 'tool-call', id: called.name, name: called.name, argsText: '{}' }),
    );
    const reply: Reply = { blocks, ending: { reason: 'tool-calls' } };
    timed(`${name} whole`, () => codec.encodeReply(reply, call));
    timed(`${name} stream`, () => {
      const encoder = codec.createStreamEncoder(call);
      for (const event of unfoldReply(reply)) encoder.push(event);
    });
  },
  60_000,
);
