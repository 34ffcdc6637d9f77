/** What is refused behind announcements that were passed: no status can tell it any more. */
import { Ending } from '@headgate/proto/gen/headgate/events/v1/events';
import { waitFor } from '@headgate/runtime/testing/wait-for';
import { expect, test } from 'vitest';
import { parseJson } from '../../json/parse.ts';
import { createSseSplitter } from '../../sse.ts';
import { startUpstreamForEach } from '../../testing/start-upstream-for-each.ts';
import { createCandidate, createTestServing } from '../../testing/test-serving.ts';
import { attemptInTurn } from '../attempts/attempt-in-turn.ts';

const upstream = startUpstreamForEach();

const code = 'context_length_exceeded';
const response = { id: 'resp_1', status: 'in_progress', model: 'own', output: [] };
const anthropic = {
  provider: 'anthropic',
  announcement: { type: 'message_start', message: { id: 'msg_1', model: 'own', usage: { input_tokens: 9 } } },
  refuse: (message: string) => ({ type: 'error', error: { type: 'invalid_request_error', message } }),
};
const openai = {
  provider: 'openai',
  announcement: { type: 'response.created', sequence_number: 0, response },
  refuse: (message: string) => ({
    type: 'response.failed',
    response: { ...response, status: 'failed', error: { code, message } },
  }),
};
const said = [{ role: 'user', content: 'Hi' }];
const write = (event: { type: string }) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;

/** What a client gets of a refusal that comes once the announcement has been passed to it, and what is learned of the upstream. */
async function refusedTo(
  client: 'messages' | 'responses' | 'chat-completions' | 'generate-content',
  by: typeof anthropic | typeof openai,
  message: string,
) {
  const bodies = {
    messages: { messages: said, max_tokens: 9 },
    responses: { input: 'Hi' },
    'chat-completions': { messages: said },
    'generate-content': { contents: [{ role: 'user', parts: [{ text: 'Hi' }] }] },
  };
  const body = { model: 'm', stream: true, ...bodies[client] };
  const env = { HEADGATE_KEEP_ALIVE_MS: '10' };
  const serving = createTestServing({ pools: upstream.pools, stream: true, client, body, env });
  let hasBegun = false;
  const { head } = serving.answer;
  serving.answer.head = (...told) => {
    hasBegun = true;
    head(...told);
  };
  upstream.serve = async (_request, to) => {
    to.writeHead(200, { 'content-type': 'text/event-stream' }).write(write(by.announcement));
    await waitFor(() => hasBegun, 'the announcement is passed');
    to.end(write(by.refuse(message)));
  };
  const over = createCandidate({ id: 1n, baseUrl: upstream.baseUrl(1n), provider: by.provider });
  expect(await attemptInTurn(serving, [over])).toBeUndefined();
  const frames = createSseSplitter(100_000).push(Buffer.from(serving.sent));
  return { serving, last: parseJson(String(frames.at(-1)?.data)) };
}

const tooLong = 'prompt is too long: 215000 tokens > 200000 maximum';

test.each([
  ['passed', 'messages', anthropic, { error: { type: 'invalid_request_error', message: tooLong, code } }],
  [
    'converted',
    'responses',
    anthropic,
    { response: { status: 'failed', error: { code, message: tooLong } } },
  ],
  ['passed', 'responses', openai, { response: { status: 'failed', error: { code, message: tooLong } } }],
  [
    'converted',
    'chat-completions',
    anthropic,
    { error: { type: 'invalid_request_error', message: tooLong, code } },
  ],
  [
    'converted',
    'generate-content',
    anthropic,
    { error: { code: 400, status: 'INVALID_ARGUMENT', message: tooLong } },
  ],
] as const)('%s to %s: a prompt that is too long is told as one', async (_, client, by, told) => {
  const { serving, last } = await refusedTo(client, by, tooLong);
  expect(last).toMatchObject(told);
  expect(serving.outcomes).toMatchObject([{ ending: Ending.BROKEN, usage: {} }]);
});

test.each(['messages', 'responses'] as const)(
  'to %s: what is refused otherwise keeps its words',
  async (client) => {
    const { last } = await refusedTo(client, anthropic, 'messages.3: a tool_use without its tool_result');
    const error = { message: 'messages.3: a tool_use without its tool_result' };
    const type = 'invalid_request_error';
    expect(last).toMatchObject(
      client === 'messages'
        ? { error: { ...error, type } }
        : { response: { error: { ...error, code: 'invalid_prompt' } } },
    );
  },
);
