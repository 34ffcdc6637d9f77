/** Arguments and schemas hold numbers that a double does not: ids of others, bounds of 64 bits. */
import { describe, expect, test } from 'vitest';
import type { DialectName, WireName } from '../canon/dialect-name.ts';
import type { ReplyEvent } from '../canon/events.ts';
import { foldReply } from '../canon/fold.ts';
import { recordLosses } from '../canon/losses.ts';
import { parseJson } from '../json/parse.ts';
import { dialects, findUpstreamCodec } from './index.ts';

const id = '1234567890123456789';
const args = `{"id":${id},"all":[-${id}],"near":1.5}`;
const route = { model: 'm', stream: false };

function upstreamOf(name: WireName) {
  const codec = findUpstreamCodec(name);
  if (!codec) throw new Error(`${name} has no codec`);
  return codec;
}

function argsIn(events: readonly ReplyEvent[]): string[] {
  return foldReply(events).blocks.flatMap((block) => (block.kind === 'tool-call' ? [block.argsText] : []));
}

describe('arguments that an upstream writes as an object', () => {
  const google = `{"candidates":[{"content":{"parts":[{"functionCall":{"name":"f","args":${args}}}]},"finishReason":"STOP"}]}`;
  const replies: [WireName, string][] = [
    [
      'chat-completions',
      `{"choices":[{"message":{"tool_calls":[{"id":"c","function":{"name":"f","arguments":${args}}}]}}]}`,
    ],
    [
      'converse',
      `{"output":{"message":{"content":[{"toolUse":{"toolUseId":"c","name":"f","input":${args}}}]}}}`,
    ],
    ['generate-content', google],
    ['messages', `{"content":[{"type":"tool_use","id":"c","name":"f","input":${args}}]}`],
  ];

  test.each(replies)('keep their digits: %s', (name, text) => {
    expect(argsIn(upstreamOf(name).decodeReply(parseJson(text), { requestId: 'r' }))).toEqual([args]);
  });

  test('keep them in a stream', () => {
    expect(
      argsIn(upstreamOf('generate-content').createStreamDecoder({ requestId: 'r' }).push(google)),
    ).toEqual([args]);
  });
});

describe('a request', () => {
  const call = { id: 'c', type: 'function', function: { name: 'f', arguments: args } };
  const messages = JSON.stringify([
    { role: 'user', content: 'Hi' },
    { role: 'assistant', tool_calls: [call] },
    { role: 'tool', tool_call_id: 'c', content: '1' },
  ]);
  const bound = '9223372036854775807';
  const schema = `{"type":"object","properties":{"id":{"type":"integer","maximum":${bound}}}}`;
  const tools = `[{"type":"function","function":{"name":"f","parameters":${schema}}}]`;
  const text = `{"model":"m","seed":${bound},"messages":${messages},"tools":${tools}}`;

  test.each<WireName>(['converse', 'generate-content', 'messages'])(
    'has its arguments and bounds in %s',
    (name) => {
      const request = dialects['chat-completions'].codec.decodeRequest(parseJson(text), route);
      const target = { model: 'm', maxOutputTokens: 1_024 };
      const body = JSON.stringify(upstreamOf(name).encodeRequest(request, target, recordLosses()));
      expect(body).toContain(args);
      expect(body).toContain(`"maximum":${bound}`);
    },
  );

  test.each<[DialectName, string]>([
    [
      'generate-content',
      `{"contents":[{"role":"model","parts":[{"functionCall":{"name":"f","args":${args}}}]}]}`,
    ],
    [
      'messages',
      `{"model":"m","messages":[{"role":"assistant","content":[{"type":"tool_use","id":"c","name":"f","input":${args}}]}]}`,
    ],
  ])('of %s has its arguments in chat completions', (name, body) => {
    const request = dialects[name].codec.decodeRequest(parseJson(body), route);
    const target = { model: 'm', maxOutputTokens: 1_024 };
    const written = upstreamOf('chat-completions').encodeRequest(request, target, recordLosses());
    expect(JSON.stringify(written)).toContain(JSON.stringify(args));
  });

  test('that has such a number where an object belongs is refused', () => {
    const wrong = `{"model":"m","messages":[{"role":"user","content":"Hi"}],"tools":[{"type":"function","function":{"name":"f","parameters":${bound}}}]}`;
    expect(() => dialects['chat-completions'].codec.decodeRequest(parseJson(wrong), route)).toThrow(
      'must be an object',
    );
  });
});

test('what a double holds is a number, and so is what stands in a text', () => {
  expect(parseJson('[1234567890123456, 9007199254740991, 1.25, "x: 1234567890123456789"]')).toEqual([
    ...[1_234_567_890_123_456, 9_007_199_254_740_991, 1.25],
    'x: 1234567890123456789',
  ]);
});
