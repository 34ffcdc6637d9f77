/** At which tier an answer was served, in the words of each dialect, however it came. */
import { expect, test } from 'vitest';
import type { ReplyEvent } from '../canon/events.ts';
import type { Reply } from '../canon/fold.ts';
import { recordLosses } from '../canon/losses.ts';
import { unfoldReply } from '../canon/unfold.ts';
import { noUsage, type Usage } from '../canon/usage.ts';
import { createSseSplitter } from '../sse.ts';
import { codec as chatCodec } from './chat-completions/codec.ts';
import { passage as chat } from './chat-completions/passage.ts';
import { passage as native } from './generate-content/passage.ts';
import { findUpstreamCodec } from './index.ts';
import { passage as messages } from './messages/passage.ts';
import type { Passage } from './passage.ts';
import { codec as responsesCodec } from './responses/codec.ts';
import { passage as responses } from './responses/passage.ts';

interface Answer {
  passage: Passage;
  whole: object;
  frames: [event: string, data: object][];
}

const chatUsage = { prompt_tokens: 1, completion_tokens: 2 };
const chatAnswer = (service_tier: string): Answer => ({
  passage: chat,
  whole: {
    choices: [{ index: 0, message: { content: 'Hi' }, finish_reason: 'stop' }],
    usage: chatUsage,
    service_tier,
  },
  frames: [
    ['', { choices: [{ index: 0, delta: { content: 'Hi' } }], service_tier }],
    ['', { choices: [{ index: 0, delta: {}, finish_reason: 'stop' }], service_tier }],
    ['', { choices: [], usage: chatUsage, service_tier }],
  ],
});

const responsesAnswer = (service_tier: string): Answer => {
  const part = { type: 'output_text', text: 'Hi', annotations: [] };
  const item = { id: 'msg_1', type: 'message', role: 'assistant', content: [part] };
  const usage = { input_tokens: 1, output_tokens: 2 };
  const response = { id: 'resp_1', status: 'completed', output: [item], usage, service_tier };
  return {
    passage: responses,
    whole: response,
    frames: [
      ['response.created', { type: 'response.created', response: { ...response, output: [], usage: null } }],
      ['response.completed', { type: 'response.completed', response }],
    ],
  };
};

const messagesAnswer = (served: object): Answer => {
  const usage = { input_tokens: 1, output_tokens: 2, ...served };
  const content = [{ type: 'text', text: 'Hi' }];
  const begun = { id: 'msg_1', type: 'message', role: 'assistant', model: 'm', content: [], usage };
  return {
    passage: messages,
    whole: { ...begun, content, stop_reason: 'end_turn' },
    frames: [
      ['message_start', { type: 'message_start', message: begun }],
      [
        'content_block_start',
        { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
      ],
      ['content_block_stop', { type: 'content_block_stop', index: 0 }],
      [
        'message_delta',
        { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 2 } },
      ],
      ['message_stop', { type: 'message_stop' }],
    ],
  };
};

const nativeAnswer = (served: object): Answer => {
  const whole = {
    candidates: [{ content: { role: 'model', parts: [{ text: 'Hi' }] }, finishReason: 'STOP' }],
    usageMetadata: { promptTokenCount: 1, candidatesTokenCount: 2, ...served },
  };
  return { passage: native, whole, frames: [['', whole]] };
};

const ids = { requestId: '01a1fe80-64b9-7aa1-946d-d820c9b40b30' };

function told({ passage, whole, frames }: Answer): Record<string, string | undefined> {
  const codec = findUpstreamCodec(passage.name);
  const tap = passage.createTap({ model: undefined, dropUsage: false, choices: 1 });
  const text = frames.map(
    ([event, data]) => `${event && `event: ${event}\n`}data: ${JSON.stringify(data)}\n\n`,
  );
  for (const frame of createSseSplitter(1_000_000).push(Buffer.from(text.join('')))) tap.see(frame);
  const decoder = codec?.createStreamDecoder(ids);
  const streamed = frames.flatMap(([, data]) => decoder?.push(JSON.stringify(data)) ?? []);
  return {
    passedWhole: passage.readWhole(Buffer.from(JSON.stringify(whole)), undefined).usage?.serviceTier,
    passedStream: tap.usage?.serviceTier,
    convertedWhole: tierIn(codec?.decodeReply(whole, ids) ?? []),
    convertedStream: tierIn(streamed),
  };
}

function tierIn(events: readonly ReplyEvent[]): string | undefined {
  return events.findLast((event) => event.kind === 'usage')?.usage.serviceTier;
}

test.each<[string, Answer, string | undefined]>([
  ['chat completions', chatAnswer('priority'), 'priority'],
  ['chat completions, the usual one', chatAnswer('default'), undefined],
  ['responses', responsesAnswer('flex'), 'flex'],
  ['responses, the usual one', responsesAnswer('default'), undefined],
  ['messages', messagesAnswer({ service_tier: 'priority' }), 'priority'],
  ['messages, quickly', messagesAnswer({ service_tier: 'standard', speed: 'fast' }), 'fast'],
  ['messages, in one place', messagesAnswer({ service_tier: 'standard', inference_geo: 'us' }), 'us'],
  ['messages, both', messagesAnswer({ speed: 'fast', inference_geo: 'us' }), 'fast+us'],
  ['messages, anywhere', messagesAnswer({ service_tier: 'standard', inference_geo: 'global' }), undefined],
  ['messages, of no place', messagesAnswer({ inference_geo: 'not_available' }), undefined],
  ['messages, the usual one', messagesAnswer({ service_tier: 'standard', speed: 'standard' }), undefined],
  ['generateContent', nativeAnswer({ serviceTier: 'flex' }), 'flex'],
  ['generateContent of Vertex', nativeAnswer({ trafficType: 'ON_DEMAND_PRIORITY' }), 'priority'],
  ['generateContent, the usual one', nativeAnswer({ trafficType: 'ON_DEMAND' }), undefined],
])('%s', (_, answer, tier) => {
  expect(told(answer)).toEqual({
    passedWhole: tier,
    passedStream: tier,
    convertedWhole: tier,
    convertedStream: tier,
  });
});

/** The word that the first frame has for the tier, before there are counts. */
function beginsAt({ passage, frames }: Answer): string | undefined {
  const tap = passage.createTap({ model: undefined, dropUsage: false, choices: 1 });
  const [event = '', data] = frames[0] ?? [];
  const text = `${event && `event: ${event}\n`}data: ${JSON.stringify(data)}\n\n`;
  for (const frame of createSseSplitter(1_000_000).push(Buffer.from(text))) tap.see(frame);
  return tap.servedAt;
}

test.each<[string, Answer, string | undefined]>([
  ['chat completions', chatAnswer('default'), 'default'],
  ['chat completions, left to choose', chatAnswer('auto'), undefined],
  ['messages', messagesAnswer({ service_tier: 'standard', speed: 'standard' }), 'standard'],
  ['messages, of a place', messagesAnswer({ inference_geo: 'us' }), 'us'],
  ['messages, quickly, and anywhere', messagesAnswer({ speed: 'fast', inference_geo: 'global' }), 'fast'],
  ['messages, of no speed', messagesAnswer({ service_tier: 'standard' }), undefined],
  ['responses, which repeat what was asked for', responsesAnswer('priority'), undefined],
  ['generateContent', nativeAnswer({ serviceTier: 'standard' }), 'standard'],
  ['generateContent of Vertex', nativeAnswer({ trafficType: 'ON_DEMAND' }), 'ON_DEMAND'],
])('a stream says at its beginning at which tier it is served: %s', (_, answer, word) => {
  expect(beginsAt(answer)).toBe(word);
});

const counts = { promptTokenCount: 1, candidatesTokenCount: 1 };
const nativeFrame = (usageMetadata: object, end = {}): [string, object] => [
  '',
  { candidates: [{ content: { parts: [{ text: 'Hi' }] }, ...end }], usageMetadata },
];
const end = { finishReason: 'STOP' };

test.each<[string, Answer]>([
  [
    'chat completions',
    {
      ...chatAnswer('priority'),
      frames: [
        ['', { choices: [{ index: 0, delta: { content: 'Hi' } }], service_tier: 'priority' }],
        ['', { choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] }],
        ['', { choices: [], usage: chatUsage }],
      ],
    },
  ],
  [
    'generateContent',
    {
      ...nativeAnswer({ trafficType: 'ON_DEMAND_PRIORITY' }),
      frames: [nativeFrame({ ...counts, trafficType: 'ON_DEMAND_PRIORITY' }), nativeFrame(counts, end)],
    },
  ],
])('what a stream says of its tier holds until it says something else: %s', (_, answer) => {
  expect(told(answer)).toMatchObject({ passedStream: 'priority', convertedStream: 'priority' });
});

const asks: [Passage, object, string | undefined][] = [
  [chat, { model: 'm', messages: [], service_tier: 'priority' }, 'priority'],
  [responses, { model: 'm', input: 'Hi', service_tier: 'flex' }, 'flex'],
  [messages, { model: 'm', messages: [], speed: 'fast' }, 'fast'],
  [messages, { model: 'm', messages: [], service_tier: 'standard_only' }, undefined],
  [messages, { model: 'm', messages: [], speed: 'fast', inference_geo: 'us' }, 'fast+us'],
  [messages, { model: 'm', messages: [], inference_geo: 'global' }, undefined],
  [native, { contents: [], serviceTier: 'priority' }, 'priority'],
  [native, { contents: [], service_tier: 'priority' }, 'priority'],
];

test.each(asks)('$name asks for a tier', (passage, body, tier) => {
  const route = { model: 'm', stream: false };
  expect(passage.readRequest(Buffer.from(JSON.stringify(body)), route).serviceTier).toBe(tier);
});

const chatAsk = { model: 'm', messages: [{ role: 'user', content: 'Hi' }], service_tier: 'flex' };
const responsesAsk = { model: 'm', input: 'Hi', service_tier: 'flex' };

test.each([
  ['responses', chatCodec, responsesCodec, chatAsk],
  ['chat completions', responsesCodec, chatCodec, responsesAsk],
] as const)(
  "a tier is asked for over %s as well, of OpenAI's models, and nobody else's",
  (_, from, to, body) => {
    const ask = (model: string) => {
      const losses = recordLosses();
      const request = from.decodeRequest(body, { model: 'm', stream: false });
      const sent = to.encodeRequest(request, { model, maxOutputTokens: 9 }, losses);
      return { tier: sent.service_tier, dropped: losses.dropped };
    };
    expect(ask('gpt-5.2')).toEqual({ tier: 'flex', dropped: [] });
    expect(ask('grok-4')).toEqual({ tier: undefined, dropped: ['serviceTier'] });
  },
);

test.each([
  ['flex', 'flex'],
  ['fast', 'default'],
  [undefined, 'default'],
])('converted answers say the tier at which they were served: %s', (serviceTier, word) => {
  const usage: Usage = { ...noUsage, inputFresh: 1, outputVisible: 1, ...(serviceTier && { serviceTier }) };
  const reply: Reply = { blocks: [{ kind: 'text', text: 'Hi' }], usage, ending: { reason: 'complete' } };
  for (const [codec, body] of [
    [chatCodec, chatAsk],
    [responsesCodec, responsesAsk],
  ] as const) {
    const request = codec.decodeRequest(body, { model: 'm', stream: false });
    const call = { ...ids, request, createdAt: 1 };
    expect(codec.encodeReply(reply, call).service_tier).toBe(word);
    const encoder = codec.createStreamEncoder(call);
    const stream = unfoldReply(reply).map((event) => encoder.push(event));
    expect(stream.at(-1)).toContain(`"service_tier":"${word}"`);
  }
});
