/** Tools that the upstream runs itself and takes money for, found in answers that pass as bytes and in converted ones. */
import { expect, test } from 'vitest';
import type { ToolCalls } from '../canon/usage.ts';
import { createSseSplitter } from '../sse.ts';
import { dialects } from './index.ts';

const ids = { requestId: 'r' };
const counts = { input_tokens: 10, output_tokens: 5 };
const search = (type = 'search') => ({ type: 'web_search_call', status: 'completed', action: { type } });
const words = {
  type: 'message',
  role: 'assistant',
  content: [{ type: 'output_text', text: 'a "web_search_call"' }],
};
const output = [
  search(),
  search('open_page'),
  { ...search(), status: 'failed' },
  { type: 'file_search_call', status: 'completed', queries: ['x'] },
  search(),
  words,
];
const response = { id: 'r', object: 'response', status: 'completed', model: 'm', output, usage: counts };

const grounded = { groundingMetadata: { webSearchQueries: ['x', 'y'] } };
const candidate = (of: object) => ({
  index: 0,
  content: { parts: [{ text: 'a "groundingMetadata"' }] },
  ...of,
});
const usageMetadata = { promptTokenCount: 10, candidatesTokenCount: 5 };
const ended = { finishReason: 'STOP' };

type Name = 'responses' | 'generate-content';

function passed(name: Name, frames: readonly object[]): ToolCalls | undefined {
  const tap = dialects[name].passage.createTap({ model: undefined, dropUsage: false, choices: 1 });
  const text = frames.map((frame) => `data: ${JSON.stringify(frame)}\n\n`).join('');
  for (const frame of createSseSplitter(1e6).push(Buffer.from(text))) tap.see(frame);
  expect(tap.usage).toBeDefined();
  return tap.usage?.toolCalls;
}

function whole(name: Name, body: object): ToolCalls | undefined {
  const { usage } = dialects[name].passage.readWhole(Buffer.from(JSON.stringify(body)), undefined);
  expect(usage).toBeDefined();
  return usage?.toolCalls;
}

/** Of the whole answer and of the stream. */
function converted(name: Name, body: object, frames: readonly object[]): (ToolCalls | undefined)[] {
  const { codec } = dialects[name];
  const decoder = codec.createStreamDecoder(ids);
  const said = [codec.decodeReply(body, ids), frames.flatMap((frame) => decoder.push(JSON.stringify(frame)))];
  return said.map((events) => events.find((event) => event.kind === 'usage')?.usage.toolCalls);
}

const streamed = [
  { type: 'response.created', response: { ...response, status: 'in_progress', output: [], usage: null } },
  ...output.map((item, at) => ({ type: 'response.output_item.done', output_index: at, item })),
  { type: 'response.completed', response },
];

test('responses: searches are counted, what only follows them up or failed is not', () => {
  const counted = { web_search: 2, file_search: 1 };
  expect(passed('responses', streamed)).toEqual(counted);
  expect(whole('responses', response)).toEqual(counted);
});

test('responses: so are those that OpenRouter makes itself', () => {
  const own = ['web_search', 'web_fetch', 'image_generation', 'datetime'].map((tool) => {
    return { type: `openrouter:${tool}`, status: 'completed' };
  });
  const found = { ...search(), type: 'openrouter:web_search' };
  const made = { ...response, output: [...own, found, { ...found, status: 'failed' }, words] };
  const events = made.output.map((item) => ({ type: 'response.output_item.done', item }));
  const counted = { web_search: 2, web_fetch: 1, image_generation: 1 };
  expect(passed('responses', events)).toEqual(counted);
  expect(whole('responses', made)).toEqual(counted);
});

test.each([
  [1, { web_search: 1, file_search: 1 }],
  [0, { file_search: 1 }],
])('responses: of the searches %d are billed, as the vendor tells', (num_requests, counted) => {
  const told = { ...response, tool_usage: { image_gen: { total_tokens: 0 }, web_search: { num_requests } } };
  const events = [...streamed.slice(0, -1), { type: 'response.completed', response: told }];
  expect(passed('responses', events)).toEqual(counted);
  expect(whole('responses', told)).toEqual(counted);
  expect(converted('responses', told, events)).toEqual([counted, counted]);
});

test('what was searched before a stream broke off is counted, whatever it counts otherwise', () => {
  expect(passed('responses', streamed.slice(0, -1))).toEqual({ web_search: 2, file_search: 1 });
  const uncounted = { type: 'response.completed', response: { ...response, usage: null } };
  expect(passed('responses', [...streamed.slice(0, -1), uncounted])).toEqual({
    web_search: 2,
    file_search: 1,
  });
  expect(passed('generate-content', [{ candidates: [candidate(grounded)] }])).toEqual({ google_search: 1 });
  expect(
    passed('generate-content', [
      { candidates: [candidate({})], usageMetadata },
      { candidates: [candidate(grounded)] },
      { candidates: [candidate({})] },
    ]),
  ).toEqual({ google_search: 1 });
});

test('what was searched for a whole or a converted answer is counted, too, whatever it counts otherwise', () => {
  const uncounted = { ...response, usage: null };
  const counted = { web_search: 2, file_search: 1 };
  expect(whole('responses', uncounted)).toEqual(counted);
  const end = { type: 'response.completed', response: uncounted };
  expect(converted('responses', uncounted, [...streamed.slice(0, -1), end])).toEqual([counted, counted]);
  const answer = { candidates: [candidate({ ...grounded, ...ended })] };
  expect(whole('generate-content', answer)).toEqual({ google_search: 1 });
  expect(converted('generate-content', answer, [answer])).toEqual([
    { google_search: 1 },
    { google_search: 1 },
  ]);
});

test('responses: images that are made on the way are counted, however large they are', () => {
  const image = { type: 'image_generation_call', status: 'completed', result: 'iVBORw0KGgo'.repeat(1_000) };
  const made = { ...response, output: [image, words, { ...image, status: 'failed' }, image] };
  const events = made.output.map((item) => ({ type: 'response.output_item.done', item }));
  expect(passed('responses', [...events, { type: 'response.completed', response: made }])).toEqual({
    image_generation: 2,
  });
  expect(whole('responses', made)).toEqual({ image_generation: 2 });
});

test('responses: words about tools are no calls', () => {
  const item = { type: 'response.output_item.done', item: words };
  const quiet = { ...response, output: [words] };
  expect(passed('responses', [item, { type: 'response.completed', response: quiet }])).toBeUndefined();
  expect(whole('responses', quiet)).toBeUndefined();
});

test('generateContent: a grounded answer is one search, wherever in the stream it says so', () => {
  const first = { candidates: [candidate(grounded)], usageMetadata };
  const last = { candidates: [candidate(ended)], usageMetadata };
  expect(passed('generate-content', [first, last])).toEqual({ google_search: 1 });
  expect(passed('generate-content', [{ candidates: [candidate({})], usageMetadata }, { ...first }])).toEqual({
    google_search: 1,
  });
  expect(
    whole('generate-content', { candidates: [candidate({ ...grounded, ...ended })], usageMetadata }),
  ).toEqual({
    google_search: 1,
  });
});

test.each([
  ['gemini-2.5-flash', 1],
  ['gemini-3-pro-preview', 3],
  ['gemini-3.1-flash-lite', 3],
  ['models/gemini-10-pro', 3],
])(
  'generateContent: %s pays for %d searches, for each query that differs since Gemini 3',
  (version, count) => {
    const queries = (...webSearchQueries: string[]) => ({ groundingMetadata: { webSearchQueries } });
    const first = {
      candidates: [candidate(queries('x', '', 'y'))],
      usageMetadata,
      modelVersion: version,
    };
    const last = { candidates: [candidate({ ...queries('y', 'z'), ...ended })], usageMetadata };
    const both = [first, { ...last, modelVersion: version }];
    expect(passed('generate-content', both)).toEqual({ google_search: count });
    const events = dialects['generate-content'].codec.decodeReply(both, ids);
    const counted = events.flatMap((event) => (event.kind === 'usage' ? [event.usage.toolCalls] : []));
    expect(counted.at(-1)).toEqual({ google_search: count });
    const all = { candidates: [candidate({ ...queries('x', '', 'y', 'x', 'z'), ...ended })], usageMetadata };
    expect(whole('generate-content', { ...all, modelVersion: version })).toEqual({ google_search: count });
    const unnamed = { candidates: [candidate({ groundingMetadata: { searchEntryPoint: {} }, ...ended })] };
    expect(whole('generate-content', { ...unnamed, usageMetadata, modelVersion: version })).toEqual({
      google_search: 1,
    });
  },
);

test('generateContent: an answer that did not search is none', () => {
  const empty = { candidates: [candidate({ ...ended, groundingMetadata: {} })], usageMetadata };
  expect(passed('generate-content', [empty])).toBeUndefined();
  expect(whole('generate-content', empty)).toBeUndefined();
});

test.each([
  ['pages that the client named', { groundingChunks: [{ web: { uri: 'https://a.test', title: 'a' } }] }],
  ['files of the client', { groundingChunks: [{ retrievedContext: { title: 'a', text: 'b' } }] }],
  ['a store of the client', { retrievalQueries: ['x'], groundingChunks: [{ retrievedContext: {} }] }],
])('generateContent: an answer from %s is no search', (_, groundingMetadata) => {
  const read = { candidates: [candidate({ ...ended, groundingMetadata })], usageMetadata };
  expect(passed('generate-content', [read])).toBeUndefined();
  expect(whole('generate-content', read)).toBeUndefined();
});

test.each([
  { searchEntryPoint: { renderedContent: '<div>' }, groundingChunks: [{ web: { uri: 'https://a.test' } }] },
  { imageSearchQueries: ['x'] },
])('generateContent: an answer with %j searched', (groundingMetadata) => {
  const read = { candidates: [candidate({ ...ended, groundingMetadata })], usageMetadata };
  expect(whole('generate-content', read)).toEqual({ google_search: 1 });
});

test.each([
  [{ webSearchQueries: ['x'] }, { google_maps: 1 }],
  [
    { searchEntryPoint: {}, webSearchQueries: ['x'] },
    { google_maps: 1, google_search: 1 },
  ],
  [{}, { google_maps: 1 }],
])('generateContent: places beside %j are of a map, which has a price of its own', (others, counted) => {
  const groundingMetadata = { groundingChunks: [{ maps: { uri: 'https://a.test' } }], ...others };
  const read = { candidates: [candidate({ ...ended, groundingMetadata })], usageMetadata };
  expect(whole('generate-content', read)).toEqual(counted);
  expect(passed('generate-content', [read])).toEqual(counted);
});

test('converted answers count the same', () => {
  const usageOf = (name: Name, body: object) => {
    const events = dialects[name].codec.decodeReply(body, ids);
    return events.flatMap((event) => (event.kind === 'usage' ? [event.usage.toolCalls] : [])).at(-1);
  };
  expect(usageOf('responses', response)).toEqual({ web_search: 2, file_search: 1 });
  const answer = { candidates: [candidate({ ...grounded, ...ended })], usageMetadata };
  expect(usageOf('generate-content', answer)).toEqual({ google_search: 1 });
});
