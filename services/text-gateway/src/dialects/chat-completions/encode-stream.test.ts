import { expect, test } from 'vitest';
import type { ReplyEvent } from '../../canon/events.ts';
import type { Reply } from '../../canon/fold.ts';
import type { CanonRequest } from '../../canon/request.ts';
import { unfoldReply } from '../../canon/unfold.ts';
import { noUsage } from '../../canon/usage.ts';
import { codec } from './codec.ts';

const request: CanonRequest = {
  model: 'fast',
  instructions: [],
  turns: [],
  tools: [],
  stop: [],
  sampling: {},
  stream: true,
  includeUsage: false,
  extras: {},
};

const reply: Reply = {
  blocks: [
    { kind: 'text', text: 'Hi' },
    {
      kind: 'tool-call',
      id: 'a',
      name: 'f',
      argsText: '',
      seal: { dialect: 'generate-content', value: 's' },
    },
  ],
  usage: { ...noUsage, inputFresh: 3, outputVisible: 4 },
  ending: { reason: 'tool-calls' },
};

function encode(events: readonly ReplyEvent[], asked: Partial<CanonRequest> = {}): string[] {
  const call = {
    requestId: '01a1fe80-64b9-7aa1-946d-d820c9b40b30',
    request: { ...request, ...asked },
    createdAt: 1_700_000_000,
  };
  const encoder = codec.createStreamEncoder(call);
  const frames = events
    .map((event) => encoder.push(event))
    .join('')
    .split('\n\n');
  expect(frames.pop()).toBe('');
  return frames.map((frame) => frame.replace(/^data: /, ''));
}

function choice(delta: object, finishReason: string | null = null) {
  return { index: 0, delta, logprobs: null, finish_reason: finishReason };
}

test('every chunk has the same head; the first has the role, the last but one the reason', () => {
  const frames = encode(unfoldReply(reply));
  expect(frames.pop()).toBe('[DONE]');
  const head = {
    id: 'chatcmpl-01a1fe8064b97aa1946dd820c9b40b30',
    object: 'chat.completion.chunk',
    created: 1_700_000_000,
    model: 'fast',
  };
  const call = { index: 0, id: 'a', type: 'function', function: { name: 'f', arguments: '' } };
  const extra = { google: { thought_signature: 's' } };
  expect(frames.map((frame) => JSON.parse(frame))).toEqual(
    [
      choice({ role: 'assistant', content: '', refusal: null }),
      choice({ content: 'Hi' }),
      choice({ tool_calls: [call] }),
      choice({ tool_calls: [{ index: 0, function: { arguments: '' }, extra_content: extra }] }),
      choice({ tool_calls: [{ index: 0, function: { arguments: '{}' } }] }),
      choice({}, 'tool_calls'),
    ].map((only) => ({ ...head, choices: [only] })),
  );
});

const twoCalls: Reply = {
  blocks: [
    { kind: 'tool-call', id: 'a', name: 'f', argsText: '{"x":1}', seal: { dialect: 'messages', value: 's' } },
    { kind: 'tool-call', id: 'b', name: 'g', argsText: '{}' },
  ],
  ending: { reason: 'tool-calls' },
};

test('who asked with functions gets one function call, piece by piece', () => {
  const frames = encode(unfoldReply(twoCalls), { legacyCalls: true }).slice(1, -1);
  expect(frames.map((frame) => JSON.parse(frame).choices)).toEqual([
    [choice({ function_call: { name: 'f', arguments: '' } })],
    [choice({ function_call: { arguments: '{"x":1}' } })],
    [choice({}, 'function_call')],
  ]);
});

test('who asked with functions gets one function call in a whole answer', () => {
  const call = { requestId: 'r', request: { ...request, legacyCalls: true }, createdAt: 1 };
  expect(codec.encodeReply(twoCalls, call).choices).toEqual([
    {
      index: 0,
      message: {
        role: 'assistant',
        content: null,
        refusal: null,
        function_call: { name: 'f', arguments: '{"x":1}' },
      },
      logprobs: null,
      finish_reason: 'function_call',
    },
  ]);
});

test('usage that was asked for is null until it comes, last and alone', () => {
  const frames = encode(unfoldReply(reply), { includeUsage: true });
  const chunks = frames.slice(0, -1).map((frame) => JSON.parse(frame));
  const last = chunks.pop();
  expect(chunks.every((chunk) => chunk.usage === null && chunk.choices.length === 1)).toBe(true);
  expect(last).toMatchObject({
    choices: [],
    usage: { prompt_tokens: 3, completion_tokens: 4, total_tokens: 7 },
  });
});

test('a fault is an error, and nothing comes behind it', () => {
  const events: ReplyEvent[] = [{ kind: 'reply-start' }, { kind: 'fault', fault: { message: 'broke' } }];
  expect(encode(events).slice(1)).toEqual([
    '{"error":{"message":"broke","type":"upstream_error","param":"","code":null}}',
  ]);
});

test('obfuscated chunks that say more and less are of the same length', () => {
  const say = (text: string) =>
    encode(unfoldReply({ blocks: [{ kind: 'text', text }] }), { extras: { include_obfuscation: true } })[1];
  expect(say('Yes')).toHaveLength(say('No, never')?.length ?? 0);
  expect(JSON.parse(say('Yes') ?? '')).toHaveProperty('obfuscation');
});
