/** Converted streams whose upstream lives but says nothing yet. */
import { setTimeout } from 'node:timers/promises';
import { Operation, Dialect as WireDialect } from '@headgate/proto/gen/headgate/text/v1/text';
import { expect, test } from 'vitest';
import { recordsIn } from '../../json/read.ts';
import { findSurface } from '../../surfaces/index.ts';
import { startUpstreamForEach } from '../../testing/start-upstream-for-each.ts';
import { createCandidate, createTestServing } from '../../testing/test-serving.ts';
import { createArrayAnswer } from '../answers/array-answer.ts';
import { attemptInTurn } from '../attempts/attempt-in-turn.ts';

const upstream = startUpstreamForEach();

const event = (type: string, more: object) =>
  `event: ${type}\ndata: ${JSON.stringify({ type, ...more })}\n\n`;
const data = (chunk: object) => `data: ${JSON.stringify(chunk)}\n\n`;
const started = event('message_start', { message: { usage: { input_tokens: 9 } } });
const response = { id: 'resp_1', status: 'in_progress', model: 'm', output: [] };
const announced = event('response.created', { response }) + event('response.in_progress', { response });
const thinking = event('response.output_item.added', {
  output_index: 0,
  item: { type: 'reasoning', id: 'rs_1', summary: [] },
});
const delta = (said: object, finish: string | null = null) =>
  data({ choices: [{ index: 0, delta: said, finish_reason: finish }] });

const messagesEnd =
  event('content_block_start', { index: 0, content_block: { type: 'text', text: 'Hi' } }) +
  event('message_delta', { delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 2 } }) +
  event('message_stop', {});
const responsesEnd =
  event('response.output_item.added', { item: { type: 'message', id: 'msg_1' }, output_index: 1 }) +
  event('response.output_text.delta', { delta: 'Hi', output_index: 1, item_id: 'msg_1' }) +
  event('response.completed', {
    response: { ...response, status: 'completed', usage: { input_tokens: 9, output_tokens: 2 } },
  });
const chatEnd = `${delta({ content: 'Hi' })}${delta({}, 'stop')}data: [DONE]\n\n`;

/** The upstream gives signs of life for longer than a client is to wait, and says what it says after that. */
function serveLate([first, sign, rest]: [string, string, string], look: () => void): void {
  upstream.serve = async (_request, to): Promise<void> => {
    to.writeHead(200, { 'content-type': 'text/event-stream' });
    to.write(first);
    for (let count = 0; count < 20; count += 1) {
      await setTimeout(10);
      to.write(sign);
    }
    look();
    to.end(rest);
  };
}

test.each([
  [
    'chat completions, announced by messages',
    'anthropic',
    'chat-completions',
    started,
    event('ping', {}),
    messagesEnd,
  ],
  [
    'chat completions, announced by responses',
    'openai',
    'chat-completions',
    announced,
    ': \n\n',
    responsesEnd,
  ],
  [
    'messages, hidden thoughts in responses',
    'openai',
    'messages',
    announced + thinking,
    ': \n\n',
    responsesEnd,
  ],
  [
    'chat completions, hidden thoughts in responses',
    'openai',
    'chat-completions',
    announced + thinking,
    ': \n\n',
    responsesEnd,
  ],
  [
    'messages, behind comments of chat completions',
    'openai-compatible',
    'messages',
    '',
    ': OPENROUTER PROCESSING\n\n',
    chatEnd,
  ],
  [
    'completions, behind thoughts of chat completions',
    'openai-compatible',
    'completions',
    '',
    delta({ reasoning_content: 'Hm' }),
    chatEnd,
  ],
] as const)('%s', async (_, provider, asked, first, sign, rest) => {
  let seen: boolean | undefined;
  const messages = [{ role: 'user', content: 'Hi' }];
  const said = asked === 'completions' ? { prompt: 'Hi' } : { max_tokens: 9, messages };
  const client =
    asked === 'completions' ? findSurface(WireDialect.CHAT_COMPLETIONS, Operation.COMPLETE) : asked;
  const body = { model: 'm', stream: true, ...said };
  const serving = createTestServing({
    pools: upstream.pools,
    stream: true,
    client,
    body,
    env: { HEADGATE_KEEP_ALIVE_MS: '20' },
  });
  serveLate([first || sign, sign, rest], () => {
    seen = serving.answer.hasBegun();
  });
  const upstreamModel = provider === 'openai' ? (asked === 'messages' ? 'gpt-5.2' : 'o3-pro') : 'm';
  const channel = { id: 1n, baseUrl: upstream.baseUrl(1n), provider, keys: ['key'] };
  const candidate = { ...createCandidate(channel), upstreamModel };
  expect(await attemptInTurn(serving, [candidate])).toBeUndefined();
  if (provider === 'openai') expect(upstream.calls[0]?.path).toContain('/responses');
  expect(seen).toBe(true);
  if (asked === 'messages') expect(serving.sent).toMatch(/^event: message_start\n/);
  expect(serving.sent.split('message_start\n')).toHaveLength(asked === 'messages' ? 2 : 1);
});

test('an array of generateContent, behind thoughts that nobody asked for', async () => {
  const body = { contents: [{ role: 'user', parts: [{ text: 'Hi' }] }] };
  const serving = createTestServing({
    pools: upstream.pools,
    stream: true,
    client: 'generate-content',
    body,
    env: { HEADGATE_KEEP_ALIVE_MS: '20' },
  });
  let seen = '';
  const thought = delta({ reasoning_content: 'Hm' });
  serveLate([thought, thought, chatEnd], () => {
    seen = serving.sent;
  });
  const candidate = createCandidate({ id: 1n, baseUrl: upstream.baseUrl(1n), keys: ['key'] });
  const answer = createArrayAnswer(serving.answer);
  expect(await attemptInTurn({ ...serving, answer }, [candidate])).toBeUndefined();
  expect(seen).not.toBe('');
  const parts = recordsIn(JSON.parse(serving.sent)).flatMap(
    ({ candidates }) => recordsIn(candidates)[0]?.content,
  );
  expect(parts).toEqual(['', 'Hi', ''].map((text) => ({ role: 'model', parts: [{ text }] })));
});
