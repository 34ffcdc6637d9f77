import { expect, test } from 'vitest';
import { readLitellm } from './read-litellm.ts';

/** Numbers are given as texts, so that they stand in the file as they are written here. */
function read(row: string): unknown {
  const { models, skipped } = readLitellm(`{"sample_spec": {"mode": "chat"}, "m": {${row}}}`);
  return models.m?.price ?? skipped.m;
}

test('tokens are priced by the million, exactly', () => {
  const row = `"input_cost_per_token": 1.5e-07, "output_cost_per_token": 6E-7, "cache_read_input_token_cost": 0.000000075,
    "cache_creation_input_token_cost": 1.875e-07, "cache_creation_input_token_cost_above_1hr": 3e-07,
    "output_cost_per_reasoning_token": 0.00001, "input_cost_per_audio_token": 1e-6, "max_tokens": 4096`;
  expect(read(row)).toEqual({
    input: '0.15',
    output: '0.6',
    cache_read: '0.075',
    cache_write: '0.1875',
    cache_write_1h: '0.3',
    reasoning: '10',
    audio_input: '1',
  });
});

test.each([
  ['1.23456789e-07', '0.123456789'],
  ['123456.789012345', '123456789012.345'],
  ['1E+2', '100000000'],
  ['12345678901234567890e-12', '12345678901234.56789'],
  ['0.0', '0'],
])('every digit of %s counts', (written, price) => {
  expect(read(`"input_cost_per_token": ${written}`)).toEqual({ input: price });
});

test('steps by the length of the context become tiers', () => {
  const row = `"input_cost_per_token": 1.25e-06, "output_cost_per_token": 1e-05,
    "input_cost_per_token_above_272k_tokens": 4e-06, "input_cost_per_token_above_200k_tokens": 2.5e-06,
    "output_cost_per_token_above_200k_tokens": 1.5e-05, "cache_read_input_token_cost_above_200k_tokens": 6.25e-07`;
  expect(read(row)).toEqual({
    input: '1.25',
    output: '10',
    tiers: [
      { above: 200_000, input: '2.5', output: '15', cache_read: '0.625' },
      { above: 272_000, input: '4' },
    ],
  });
});

test('what a service tier costs is a row of its own, which has all else of the model', () => {
  const usual = `"input_cost_per_token": 1.25e-06, "output_cost_per_token": 1e-05, "cache_read_input_token_cost": 1.25e-07,
    "search_context_cost_per_query": {"search_context_size_medium": 0.01}`;
  const tiers = `"input_cost_per_token_priority": 2.5e-06, "output_cost_per_token_priority": 2e-05,
    "cache_read_input_token_cost_priority": 2.5e-07, "input_cost_per_token_flex": 6.25e-07,
    "input_cost_per_token_batches": 6.25e-07`;
  const tools = { web_search: '10' };
  expect(
    readLitellm(`{"m": {${usual}, ${tiers}}, "n": {${usual}, "input_cost_per_token_priority": null}}`),
  ).toEqual({
    models: {
      m: { price: { input: '1.25', output: '10', cache_read: '0.125', tools } },
      'm@priority': { price: { input: '2.5', output: '20', cache_read: '0.25', tools } },
      'm@flex': { price: { input: '0.625', output: '10', cache_read: '0.125', tools } },
      n: { price: { input: '1.25', output: '10', cache_read: '0.125', tools } },
    },
    skipped: {},
  });
});

test('a class that costs as much as its nearest one does so at a service tier, and steps have it too', () => {
  const row = `"input_cost_per_token": 5e-07, "output_cost_per_token": 3e-06, "output_cost_per_reasoning_token": 3e-06,
    "input_cost_per_audio_token": 1e-06, "input_cost_per_token_above_200k_tokens": 1e-06,
    "input_cost_per_token_priority": 9e-07, "output_cost_per_token_priority": 5.4e-06,
    "input_cost_per_token_above_200k_tokens_priority": 1.8e-06`;
  expect(readLitellm(`{"m": {${row}}}`).models['m@priority']?.price).toEqual({
    input: '0.9',
    output: '5.4',
    audio_input: '1',
    tiers: [{ above: 200_000, input: '1.8' }],
  });
});

test('what is served quicker, or in one country, is a row of its own, with the factor in every price of tokens', () => {
  const row = `"input_cost_per_token": 5e-06, "output_cost_per_token": 2.5e-05, "cache_read_input_token_cost": 5e-07,
    "input_cost_per_token_above_200k_tokens": 1e-05, "regional_processing_uplift_multiplier_us": 1.1,
    "search_context_cost_per_query": {"search_context_size_medium": 0.01}`;
  const tools = { web_search: '10' };
  const read = (factors: string) =>
    readLitellm(`{"m": {${row}, "provider_specific_entry": ${factors}}}`).models;
  expect(read('{"us": 1.1, "fast": 6.0}')).toEqual({
    m: {
      price: { input: '5', output: '25', cache_read: '0.5', tiers: [{ above: 200_000, input: '10' }], tools },
    },
    'm@fast': {
      price: { input: '30', output: '150', cache_read: '3', tiers: [{ above: 200_000, input: '60' }], tools },
    },
    'm@us': {
      price: {
        input: '5.5',
        output: '27.5',
        cache_read: '0.55',
        tiers: [{ above: 200_000, input: '11' }],
        tools,
      },
    },
    'm@fast+us': {
      price: {
        input: '33',
        output: '165',
        cache_read: '3.3',
        tiers: [{ above: 200_000, input: '66' }],
        tools,
      },
    },
  });
  expect(Object.keys(read('{"us": 1.1}'))).toEqual(['m', 'm@us']);
  expect(Object.keys(read('{"fast": null}'))).toEqual(['m']);
});

test('searches are priced by the thousand, under the name that the vendor gives them', () => {
  const search =
    '"input_cost_per_token": 1e-6, "search_context_cost_per_query": {"search_context_size_low": 0.03, "search_context_size_medium": 0.035}';
  expect(read(search)).toEqual({ input: '1', tools: { web_search: '35' } });
  expect(read(`${search}, "litellm_provider": "gemini"`)).toEqual({
    input: '1',
    tools: { google_search: '35' },
  });
  expect(read('"input_cost_per_token": 1e-6, "file_search_cost_per_1k_calls": 2.5')).toEqual({
    input: '1',
    tools: { file_search: '2.5' },
  });
});

test.each([
  ['"mode": "image_generation", "output_cost_per_image": 0.04', { image: '0.04' }],
  ['"mode": "image_generation", "output_cost_per_image_token": 4e-05', { image_output: '40' }],
  [
    '"mode": "image_generation", "output_cost_per_image": 0.134, "output_cost_per_image_token": 1.2e-4',
    { image_output: '120' },
  ],
  ['"mode": "video_generation", "output_cost_per_video_per_second": 1e-1', { second: { '': '0.1' } }],
  [
    '"mode": "video_generation", "output_cost_per_second": 0.1, "output_cost_per_second_1080p": 0.12',
    { second: { '': '0.1', '1080p': '0.12' } },
  ],
  [
    '"mode": "video_generation", "output_cost_per_second_480p": 0.05, "output_cost_per_second_720p": 0.07',
    { second: { '480p': '0.05', '720p': '0.07' } },
  ],
  [
    '"mode": "video_generation", "output_cost_per_video_per_second": 0.3, "output_cost_per_video_per_second_4k": 0.5',
    { second: { '': '0.3', '4k': '0.5' } },
  ],
  ['"mode": "audio_transcription", "input_cost_per_second": 0.0001', { minute: { input: '0.006' } }],
  ['"mode": "audio_speech", "input_cost_per_character": 1.5e-05', { character: '15' }],
  ['"mode": "rerank", "input_cost_per_query": 0.002', { call: '0.002' }],
  ['"mode": "chat", "input_cost_per_token": 0, "output_cost_per_image": 0.04', { input: '0' }],
])('%s is read by its mode', (row, price) => {
  expect(read(row)).toEqual(price);
});

test.each([
  ['"input_cost_per_token": 1.0000000000000002e-06', 'is no price of at most nine places'],
  ['"input_cost_per_token": -1', 'is no price'],
  ['"mode": "audio_speech", "output_cost_per_second": 0.00025', 'it has no price that can be billed'],
  ['"mode": "ocr", "ocr_cost_per_page": 0.001', 'it has no price that can be billed'],
])('%s is left out, and it is said why', (row, why) => {
  expect(read(row)).toContain(why);
});

test('a model that is left out is told of once, and its service tiers are left out with it', () => {
  const row = `"input_cost_per_token": 1.0000000000000002e-06, "input_cost_per_token_priority": 2e-06,
    "provider_specific_entry": {"us": 1.1, "fast": 6}`;
  const { models, skipped } = readLitellm(`{"m": {${row}}}`);
  expect(models).toEqual({});
  expect(Object.keys(skipped)).toEqual(['m']);
});

test.each(['[1]', '{"m": '])('%s is no table', (text) => {
  expect(() => readLitellm(text)).toThrow('it is no JSON object');
});
