/** Which stop string came: upstreams of chat completions that say so do it in members of their own, and messages have a place for it. */
import { expect, test } from 'vitest';
import { foldReply } from '../canon/fold.ts';
import type { ReplyCall } from './codec.ts';
import { dialects } from './index.ts';

const { 'chat-completions': chat, messages } = dialects;
const requestId = '01a1fe80-64b9-7aa1-946d-d820c9b40b30';

const call: ReplyCall = {
  requestId,
  createdAt: 1_700_000_000,
  request: messages.codec.decodeRequest(
    {
      ...{ model: 'm', max_tokens: 9, messages: [{ role: 'user', content: 'Hi' }] },
      stop_sequences: ['END', 'STOP'],
    },
    { model: 'm', stream: false },
  ),
};

/** How an answer that ends with a choice like this ends for a client, whole and streamed. */
function endingOf(choice: object, message: object = { content: 'Hi' }): unknown[] {
  const usage = { prompt_tokens: 1, completion_tokens: 1 };
  const whole = chat.codec.decodeReply({ choices: [{ message, ...choice }], usage }, { requestId });
  const { stop_reason, stop_sequence } = messages.codec.encodeReply(foldReply(whole), call);
  const decoder = chat.codec.createStreamDecoder({ requestId });
  const encoder = messages.codec.createStreamEncoder(call);
  const chunks = [
    { choices: [{ delta: message }] },
    { choices: [{ delta: {}, ...choice }] },
    { choices: [], usage },
  ];
  const frames = chunks
    .flatMap((chunk) => decoder.push(JSON.stringify(chunk)))
    .map((event) => encoder.push(event))
    .join('');
  const [, delta = '{}'] = /"type":"message_delta","delta":(\{[^}]*\})/.exec(frames) ?? [];
  return [{ stop_reason, stop_sequence }, JSON.parse(delta)];
}

function twice(stop_reason: string, stop_sequence: string | null): unknown[] {
  return [
    { stop_reason, stop_sequence },
    { stop_reason, stop_sequence },
  ];
}

test.each([
  ['vLLM', { stop_reason: 'STOP' }],
  ['SGLang', { matched_stop: 'STOP' }],
])('the stop string that %s says it met is told', (_, said) => {
  expect(endingOf({ finish_reason: 'stop', ...said })).toEqual(twice('stop_sequence', 'STOP'));
});

test.each([
  ['the end of its own', { stop_reason: null, matched_stop: null }],
  ['the number of a token', { stop_reason: 151_645 }],
  ['a string that nobody asked for', { stop_reason: '<|user|>' }],
])('an answer that ends at %s is simply over', (_, said) => {
  expect(endingOf({ finish_reason: 'stop', ...said })).toEqual(twice('end_turn', null));
});

test('what ends otherwise, or calls, has met none', () => {
  expect(endingOf({ finish_reason: 'length', matched_stop: 'END' })).toEqual(twice('max_tokens', null));
  const called = { tool_calls: [{ index: 0, id: 'a', function: { name: 'f', arguments: '{}' } }] };
  expect(endingOf({ finish_reason: 'tool_calls', stop_reason: 'END' }, called)).toEqual(
    twice('tool_use', null),
  );
});
