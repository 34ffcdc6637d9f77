import { expect, test } from 'vitest';
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
  const decoder = createStreamDecoder();
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

test('counts that come later replace those before', () => {
  const later = { input_tokens: 400, cache_read_input_tokens: 0, output_tokens: 15 };
  expect(count({ output_tokens: 3 }, later)).toMatchObject({
    inputFresh: 400,
    inputCacheRead: 0,
    outputVisible: 15,
  });
});
