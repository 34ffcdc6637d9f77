/** What upstreams say they used, in the words of each dialect, as the classes that are billed. */
import { MeteredUnit } from '@headgate/proto/gen/headgate/events/v1/events';
import { describe, expect, test } from 'vitest';
import { heard } from '../canon/heard.ts';
import { noUsage, type Usage } from '../canon/usage.ts';
import { reportedBill } from '../relay/bills/bill.ts';
import { billSoundOnce } from '../relay/bills/bill-sound-once.ts';
import { decodeUsage as chat } from './chat-completions/usage.ts';
import { decodeUsage as converse } from './converse/usage.ts';
import { decodeUsage as gemini } from './generate-content/usage.ts';
import { encodeUsage, decodeUsage as messages } from './messages/usage.ts';
import { decodeUsage as responses } from './responses/usage.ts';

const classes = (of: Partial<Usage>): Usage => ({ ...noUsage, ...of });
const minute = { unit: MeteredUnit.AUDIO_INPUT_MINUTE, variant: '', units: 2_000n };

test('responses: what is kept for twelve hours is told apart from what is kept for half of one', () => {
  const written = { ttl_30m_tokens: 100, ttl_12h_tokens: 200 };
  const details = { cached_tokens: 400, cache_write_tokens: 300, cache_write_tokens_details: written };
  expect(responses({ input_tokens: 1_000, input_tokens_details: details, output_tokens: 5 })).toEqual(
    classes({
      ...{ inputFresh: 300, inputCacheRead: 400, inputCacheWrite: 100, inputCacheWrite1h: 200 },
      outputVisible: 5,
    }),
  );
});

test('chat: cached and reasoning tokens are parts of their totals', () => {
  const said = {
    prompt_tokens: 1_000,
    prompt_tokens_details: { cached_tokens: 400 },
    completion_tokens: 200,
    completion_tokens_details: { reasoning_tokens: 50 },
  };
  expect(chat(said)).toEqual(
    classes({ inputFresh: 600, inputCacheRead: 400, outputVisible: 150, outputReasoning: 50 }),
  );
});

describe('chat: sound that Mistral counts in seconds lies beside the prompt', () => {
  const said = { prompt_tokens: 3, completion_tokens: 41, prompt_audio_seconds: 12 };
  const text = { inputFresh: 3, outputVisible: 41 };
  const metered = [heard(12_000)];

  test('and is no thought', () => {
    const details = { cached_tokens: 0, audio_tokens: 375 };
    const soundTokens = { inputAudio: 375, outputVisible: 41 };
    const usage = classes({ ...text, metered, soundTokens });
    expect(chat({ ...said, total_tokens: 419, prompt_tokens_details: details })).toEqual(usage);
    expect(chat({ ...said, total_tokens: 419 })).toEqual(usage);
    expect(chat({ ...said, total_tokens: 44 })).toEqual(classes({ ...text, metered }));
  });

  test.each([0, null, {}])('where there is some: not with %j', (prompt_audio_seconds) => {
    expect(chat({ ...said, prompt_audio_seconds, total_tokens: 44 })).toEqual(classes(text));
  });

  test.each([
    [{ input: 100_000n, output: 300_000n }, [minute], { inputAudio: 0, outputVisible: 41, metered }],
    [{ input: 100_000n, output: 300_000n }, [], { inputAudio: 375, outputVisible: 41, metered }],
  ])('and is paid for by the minute, or else by its tokens', (rates, rows, usage) => {
    const bound = { model: 'voxtral', group: 'default', call: 0n, ...rates, metered: rows };
    const bill = reportedBill(chat({ ...said, total_tokens: 419 }));
    expect(billSoundOnce(bill, bound).usage).toMatchObject({ inputFresh: 3, outputReasoning: 0, ...usage });
  });
});

describe('chat: what the total has beyond both sides', () => {
  const said = { prompt_tokens: 20, completion_tokens: 424 };
  const all = { inputFresh: 20, outputVisible: 424 };
  const cached = (cached_tokens: number) => ({ prompt_tokens_details: { cached_tokens } });
  const reasoned = (reasoning_tokens: number) => ({ completion_tokens_details: { reasoning_tokens } });

  test.each<[string, object, Partial<Usage>]>([
    ['is what was thought', {}, { ...all, outputReasoning: 572 }],
    ['is what was thought, as it says', reasoned(572), { ...all, outputReasoning: 572 }],
    ['is what was thought, where it says 0', reasoned(0), { ...all, outputReasoning: 572 }],
    [
      'is what was thought where less was cached',
      cached(5),
      { ...all, inputFresh: 15, inputCacheRead: 5, outputReasoning: 572 },
    ],
    ['is nothing where it says otherwise', reasoned(24), { ...all, outputVisible: 400, outputReasoning: 24 }],
    ['may be what was cached', cached(572), { inputCacheRead: 20, outputVisible: 424 }],
  ])('%s', (_, details, counts) => {
    expect(chat({ ...said, ...details, total_tokens: 1_016 })).toEqual(classes(counts));
  });

  test('is nothing where there is no total, or a smaller one', () => {
    expect(chat(said)).toEqual(classes(all));
    expect(chat({ ...said, total_tokens: 7 })).toEqual(classes(all));
    expect(chat({ prompt_tokens: 20, total_tokens: 30 })).toEqual(classes({ inputFresh: 20 }));
    expect(chat({ completion_tokens: 4, total_tokens: 30 })).toEqual(classes({ outputVisible: 4 }));
  });
});

test.each(['server_tool_use_details', 'server_tool_use'])(
  'chat: searches of OpenRouter’s own, in %s, are calls of a tool, and other calls are none',
  (name) => {
    const calls = { web_search_requests: 2, tool_calls_requested: 3, tool_calls_executed: 3 };
    expect(chat({ prompt_tokens: 20, completion_tokens: 4, [name]: calls })).toEqual(
      classes({ inputFresh: 20, outputVisible: 4, toolCalls: { web_search: 2 } }),
    );
  },
);

test('responses: cached and reasoning tokens are parts of their totals', () => {
  const said = {
    input_tokens: 2_000,
    input_tokens_details: { cached_tokens: 1_536 },
    output_tokens: 300,
    output_tokens_details: { reasoning_tokens: 256 },
  };
  expect(responses(said)).toEqual(
    classes({ inputFresh: 464, inputCacheRead: 1_536, outputVisible: 44, outputReasoning: 256 }),
  );
});

test('gemini: thoughts and results of tools lie beside the candidates and the prompt', () => {
  const said = {
    promptTokenCount: 500,
    toolUsePromptTokenCount: 100,
    candidatesTokenCount: 120,
    thoughtsTokenCount: 380,
    cachedContentTokenCount: 90,
  };
  expect(gemini(said)).toEqual(
    classes({ inputFresh: 510, inputCacheRead: 90, outputVisible: 120, outputReasoning: 380 }),
  );
});

test('gemini: images of the prompt and of what tools found are told apart, but for those from the cache', () => {
  const image = (tokenCount: number) => [{ modality: 'IMAGE', tokenCount }];
  const said = {
    promptTokenCount: 600,
    toolUsePromptTokenCount: 100,
    cachedContentTokenCount: 200,
    candidatesTokenCount: 9,
    promptTokensDetails: [{ modality: 'TEXT', tokenCount: 84 }, ...image(516)],
    toolUsePromptTokensDetails: image(50),
    cacheTokensDetails: image(158),
  };
  expect(gemini(said)).toEqual(
    classes({ inputFresh: 92, inputImage: 408, inputCacheRead: 200, outputVisible: 9 }),
  );
});

describe('messages', () => {
  const said = {
    input_tokens: 100,
    cache_read_input_tokens: 5_000,
    cache_creation_input_tokens: 2_000,
    output_tokens: 400,
  };
  const all = { inputFresh: 100, inputCacheRead: 5_000, outputVisible: 400 };

  test('the cache lies beside the input', () => {
    expect(messages(said)).toEqual(classes({ ...all, inputCacheWrite: 2_000 }));
  });

  test('what is kept for an hour is a class of its own', () => {
    const cache_creation = { ephemeral_5m_input_tokens: 500, ephemeral_1h_input_tokens: 1_500 };
    const split = classes({ ...all, inputCacheWrite: 500, inputCacheWrite1h: 1_500 });
    expect(messages({ ...said, cache_creation })).toEqual(split);
    expect(messages({ ...said, cache_creation, cache_creation_input_tokens: undefined })).toEqual(split);
    expect(encodeUsage(split)).toMatchObject({ cache_creation_input_tokens: 2_000, cache_creation });
  });

  test('an hour above all that was written is cut to it', () => {
    const cache_creation = { ephemeral_1h_input_tokens: 9_000 };
    expect(messages({ ...said, cache_creation })).toEqual(
      classes({ ...all, inputCacheWrite: 0, inputCacheWrite1h: 2_000 }),
    );
  });

  test('searches and fetches of the upstream are counted by name', () => {
    const server_tool_use = { web_search_requests: 3, web_fetch_requests: 1 };
    expect(messages({ ...said, server_tool_use })?.toolCalls).toEqual({ web_search: 3, web_fetch: 1 });
    expect(messages({ ...said, server_tool_use: { web_search_requests: 0 } })?.toolCalls).toBeUndefined();
  });

  test('what was compacted, or asked of an adviser, lies beside the totals', () => {
    const compaction = {
      ...{ type: 'compaction', input_tokens: 180_000, cache_read_input_tokens: 7, output_tokens: 3_500 },
      cache_creation: { ephemeral_1h_input_tokens: 30 },
    };
    const adviser = { type: 'advisor_message', model: 'm', input_tokens: 900, output_tokens: 80 };
    const own = { ...said, type: 'message' };
    const iterations = [compaction, own, adviser, own, { type: 'fallback_message', ...said }];
    expect(messages({ ...said, iterations })).toEqual(
      classes({
        ...{ inputFresh: 181_000, inputCacheRead: 5_007, inputCacheWrite: 2_000, inputCacheWrite1h: 30 },
        outputVisible: 3_980,
      }),
    );
    expect(messages({ ...said, iterations: null })).toEqual(messages(said));
    expect(messages({ ...said, iterations: [own, 'x', { type: 'compaction' }] })).toEqual(messages(said));
  });

  test('an answer that only compacts costs what that costs', () => {
    const iterations = [{ type: 'compaction', input_tokens: 60_000, output_tokens: 900 }];
    expect(messages({ input_tokens: 0, output_tokens: 0, iterations })).toEqual(
      classes({ inputFresh: 60_000, outputVisible: 900 }),
    );
  });
});

test('converse: what is kept for an hour is told by its time', () => {
  const said = {
    inputTokens: 10,
    cacheWriteInputTokens: 30,
    cacheDetails: [
      { ttl: '5m', inputTokens: 10 },
      { ttl: '1h', inputTokens: 20 },
    ],
    outputTokens: 5,
  };
  expect(converse(said)).toEqual(
    classes({ inputFresh: 10, inputCacheWrite: 10, inputCacheWrite1h: 20, outputVisible: 5 }),
  );
});
