import { describe, expect, test } from 'vitest';
import { foldReply } from '../../canon/fold.ts';
import { createStreamDecoder } from './decode-stream.ts';
import { createTap } from './tap.ts';

const start = { input_tokens: 25, cache_read_input_tokens: 1_000, output_tokens: 1 };

/** What a stream counts that begins with `start`: as its bytes pass, and as they are converted. */
function count(...later: object[]) {
  const events = [
    { type: 'message_start', message: { id: 'msg_1', usage: start } },
    ...later.map((usage) => ({ type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage })),
    { type: 'message_stop' },
  ].map((event) => JSON.stringify(event));
  const tap = createTap({ model: undefined, dropUsage: false, choices: 1 });
  for (const event of events) {
    const raw = Buffer.from(`data: ${event}\n\n`);
    tap.see({ raw, data: Buffer.from(event) });
  }
  const decoder = createStreamDecoder({ requestId: 'r' });
  const converted = foldReply(events.flatMap((event) => decoder.push(event))).usage;
  expect(converted).toEqual(tap.usage);
  return tap.usage;
}

test.each([
  ['the words of the beginning stand where the end says nothing of them', { output_tokens: 15 }],
  [
    'null is no count',
    {
      input_tokens: null,
      cache_read_input_tokens: null,
      cache_creation_input_tokens: null,
      cache_creation: null,
      server_tool_use: null,
      output_tokens: 15,
    },
  ],
  [
    'zeros are no input, which is never empty',
    { input_tokens: 0, cache_read_input_tokens: 0, cache_creation_input_tokens: 0, output_tokens: 15 },
  ],
])('%s', (_, later) => {
  expect(count(later)).toMatchObject({ inputFresh: 25, inputCacheRead: 1_000, outputVisible: 15 });
});

test('what was compacted is counted beside the rest, and is no word on the input', () => {
  const iterations = [{ type: 'compaction', input_tokens: 9_000, output_tokens: 100 }];
  expect(count({ input_tokens: 0, output_tokens: 15, iterations })).toMatchObject({
    inputFresh: 9_025,
    inputCacheRead: 1_000,
    outputVisible: 115,
  });
});

test('what is written for an hour after the beginning is told by the calls of the model', () => {
  const ofCall = (ephemeral_1h_input_tokens: number) => ({
    ...{ type: 'message', input_tokens: 1, output_tokens: 1 },
    cache_creation: { ephemeral_5m_input_tokens: 0, ephemeral_1h_input_tokens },
  });
  const beginning = { cache_creation_input_tokens: 500, ...ofCall(500), output_tokens: 1 };
  const end = { cache_creation_input_tokens: 4_500, output_tokens: 15 };
  expect(count(beginning, { ...end, iterations: [ofCall(500), ofCall(4_000)] })).toMatchObject({
    inputCacheWrite: 0,
    inputCacheWrite1h: 4_500,
  });
});

describe('what the vendor searched by itself', () => {
  const began = { type: 'message_start', message: { id: 'msg_1', usage: start } };
  const tool = (name: string, input = {}) => ({
    type: 'content_block_start',
    content_block: { type: 'server_tool_use', id: 'srvtoolu_1', name, input },
  });
  const said = { type: 'content_block_start', content_block: { type: 'text', text: 'a "server_tool_use"' } };

  function callsOf(...events: object[]) {
    const tap = createTap({ model: undefined, dropUsage: false, choices: 1 });
    for (const event of [began, ...events]) {
      const data = Buffer.from(JSON.stringify(event));
      tap.see({ raw: Buffer.from(`data: ${data}\n\n`), data });
    }
    return tap.usage?.toolCalls;
  }

  test('is counted although the stream breaks off before its counts', () => {
    expect(callsOf(tool('web_search'), said, tool('web_search'), tool('code_execution'))).toEqual({
      web_search: 2,
    });
    expect(callsOf(tool('web_fetch'))).toEqual({ web_fetch: 1 });
    expect(callsOf(said)).toBeUndefined();
  });

  test('is what it counts itself, once it does', () => {
    const end = (server_tool_use: object | null) => ({
      type: 'message_delta',
      delta: {},
      usage: { output_tokens: 9, server_tool_use },
    });
    const searches = [tool('web_search'), tool('web_search')];
    expect(callsOf(...searches, end({ web_search_requests: 1 }))).toEqual({ web_search: 1 });
    expect(callsOf(...searches, end({ web_search_requests: 0 }))).toBeUndefined();
    expect(callsOf(...searches, end(null))).toEqual({ web_search: 2 });
  });
});

test('counts that come later replace those before', () => {
  const later = { input_tokens: 400, cache_read_input_tokens: 0, output_tokens: 15 };
  expect(count({ output_tokens: 3 }, later)).toMatchObject({
    inputFresh: 400,
    inputCacheRead: 0,
    outputVisible: 15,
  });
});
