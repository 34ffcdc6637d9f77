/** Ids that other vendors give their calls, in the hands of a client of messages that may go on at Anthropic. */
import { expect, test } from 'vitest';
import { recordLosses } from '../../../canon/losses.ts';
import { callOf, route } from '../../../conformance/run-codec.ts';
import { dialects, findUpstreamCodec } from '../../index.ts';

const { codec } = dialects.messages;
const user = { role: 'user', content: 'Hi' };
const ask = codec.decodeRequest({ model: 'm', max_tokens: 9, messages: [user] }, route);
/** As Kimi has them; and one that needs nothing. */
const calls = ['functions.Bash:0', 'call_1'].map((id) => ({
  ...{ kind: 'tool-call' as const, id, name: 'Bash', argsText: '{}' },
}));

function idsOfWhole(): string[] {
  const reply = codec.encodeReply({ blocks: calls, ending: { reason: 'tool-calls' } }, callOf(ask));
  return (reply.content as { id: string }[]).map(({ id }) => id);
}

function idsOfStream(): string[] {
  const encoder = codec.createStreamEncoder(callOf({ ...ask, stream: true }));
  const text = calls
    .flatMap((block, index) => [
      { kind: 'block-start' as const, index, block },
      { kind: 'block-end' as const, index },
    ])
    .map((event) => encoder.push(event))
    .join('');
  return [...text.matchAll(/"id":"([^"]*)","name"/g)].map(([, id = '']) => id);
}

test.each([
  ['whole', idsOfWhole],
  ['streamed', idsOfStream],
])('an id reaches the client in letters that Anthropic takes, and its maker as it was: %s', (_, idsOf) => {
  const [odd = '', plain = ''] = idsOf();
  expect(odd).toMatch(/^[\w-]{1,64}$/);
  expect(plain).toBe('call_1');
  const content = [{ type: 'tool_use', id: odd, name: 'Bash', input: {} }];
  const result = [{ type: 'tool_result', tool_use_id: odd, content: 'done' }];
  const messages = [user, { role: 'assistant', content }, { role: 'user', content: result }];
  const next = codec.decodeRequest({ model: 'm', max_tokens: 9, messages }, route);
  const target = { model: 'm', maxOutputTokens: 9 };
  expect(findUpstreamCodec('chat-completions')?.encodeRequest(next, target, recordLosses())).toMatchObject({
    messages: [{}, { tool_calls: [{ id: 'functions.Bash:0' }] }, { tool_call_id: 'functions.Bash:0' }],
  });
});
