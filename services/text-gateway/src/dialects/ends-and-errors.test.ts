/** Ends that are none, and errors in the shapes of other vendors, in streams whose bytes pass. */
import { describe, expect, test } from 'vitest';
import type { DialectName } from '../canon/dialect-name.ts';
import { createSseSplitter } from '../sse.ts';
import { dialects } from './index.ts';
import type { Tap } from './passage.ts';

function tapOf(name: DialectName, frames: readonly object[], choices = 1): Tap {
  const tap = dialects[name].passage.createTap({ model: undefined, dropUsage: false, choices });
  const text = frames.map((frame) => `data: ${JSON.stringify(frame)}\n\n`).join('');
  for (const frame of createSseSplitter(1024 * 1024).push(Buffer.from(text))) tap.see(frame);
  return tap;
}

const candidate = (index: number, finishReason?: string, parts: object[] = [{ text: 'x' }]) => ({
  candidates: [{ index, content: { parts }, ...(finishReason && { finishReason }) }],
  usageMetadata: { promptTokenCount: 1, candidatesTokenCount: 1 },
});

describe('generateContent', () => {
  test('an argument named finishReason ends nothing', () => {
    const call = { functionCall: { name: 'f', args: { finishReason: 'STOP' } } };
    expect(tapOf('generate-content', [candidate(0, undefined, [call])])).toMatchObject({
      isDone: false,
      hasFinished: false,
    });
  });

  test('of several candidates all must end', () => {
    const first = [candidate(0), candidate(1), candidate(0, 'STOP')];
    expect(tapOf('generate-content', first, 2)).toMatchObject({ isDone: false });
    expect(tapOf('generate-content', [...first, candidate(1, 'STOP')], 2)).toMatchObject({ isDone: true });
  });

  test('a reason beside the first thing that is said, as some write it on every frame, may have more behind it', () => {
    for (const frames of [[candidate(0, 'STOP')], [candidate(0, 'STOP'), candidate(0, 'STOP')]])
      expect(tapOf('generate-content', frames)).toMatchObject({ isDone: false, hasFinished: true });
    for (const last of [candidate(0, 'STOP', []), candidate(0, 'SAFETY'), candidate(0, 'MAX_TOKENS')])
      expect(tapOf('generate-content', [last])).toMatchObject({ isDone: true });
  });

  test('an empty reason, as some write it on every frame, ends nothing', () => {
    const [one] = candidate(0).candidates;
    const frame = { ...candidate(0), candidates: [{ ...one, finishReason: '' }] };
    expect(tapOf('generate-content', [frame, frame])).toMatchObject({ isDone: false, hasFinished: false });
    expect(tapOf('generate-content', [frame, candidate(0, 'STOP')])).toMatchObject({ isDone: true });
  });

  test('counts that came before the reason are not the last, and those behind it are', () => {
    const { candidates } = candidate(0, 'STOP');
    const frames = [candidate(0), { candidates }];
    expect(tapOf('generate-content', frames)).toMatchObject({ isDone: false, hasFinished: true });
    const usageMetadata = { promptTokenCount: 1, candidatesTokenCount: 2, thoughtsTokenCount: 30 };
    expect(tapOf('generate-content', [...frames, { usageMetadata }])).toMatchObject({
      isDone: true,
      usage: { outputVisible: 2, outputReasoning: 30 },
    });
  });

  test('counts are an end only where nothing was said', () => {
    expect(tapOf('generate-content', [candidate(0)]).hasFinished).toBe(false);
    const { usageMetadata } = candidate(0);
    expect(tapOf('generate-content', [{ usageMetadata }]).hasFinished).toBe(true);
    // While it thinks unseen, it counts and says nothing yet.
    expect(tapOf('generate-content', [{ usageMetadata }, candidate(0)]).hasFinished).toBe(false);
    expect(tapOf('generate-content', [{ usageMetadata }, candidate(0), candidate(0, 'STOP')]).isDone).toBe(
      true,
    );
  });
});

test('generateContent: a whole answer that says nothing and counts is one, and nothing at all is none', () => {
  const { readWhole } = dialects['generate-content'].passage;
  const counted = { usageMetadata: { promptTokenCount: 5, thoughtsTokenCount: 100 }, modelVersion: 'up' };
  const { body, usage, error } = readWhole(Buffer.from(JSON.stringify(counted)), 'm');
  expect(JSON.parse(body.toString())).toEqual({ ...counted, modelVersion: 'm' });
  expect(usage).toMatchObject({ inputFresh: 5, outputReasoning: 100 });
  expect(error).toBeUndefined();
  expect(() => readWhole(Buffer.from('{"usageMetadata":{},"modelVersion":"up"}'), 'm')).toThrow();
});

test('a message that has begun, with counts, has not ended', () => {
  const message = { usage: { input_tokens: 3, output_tokens: 1 } };
  const tap = tapOf('messages', [{ type: 'message_start', message }]);
  expect(tap).toMatchObject({ hasFinished: false, usage: { inputFresh: 3 } });
});

test('chat: counts beside a choice are no end, counts by themselves are', () => {
  const usage = { prompt_tokens: 1, completion_tokens: 1 };
  expect(tapOf('chat-completions', [{ choices: [{ index: 0 }], usage }]).hasFinished).toBe(false);
  expect(tapOf('chat-completions', [{ choices: [], usage }]).hasFinished).toBe(true);
});

test('chat: an empty reason, as some upstreams have it on every chunk, is no end', () => {
  const chunk = (finish_reason: string | null) => ({ choices: [{ index: 0, delta: {}, finish_reason }] });
  expect(tapOf('chat-completions', [chunk(''), chunk(null)]).hasFinished).toBe(false);
  expect(tapOf('chat-completions', [chunk(''), chunk('stop')]).hasFinished).toBe(true);
});

test('chat: of several choices all must end', () => {
  const chunk = (index: number) => ({ choices: [{ index, delta: {}, finish_reason: 'stop' }] });
  expect(tapOf('chat-completions', [chunk(0), chunk(0)], 2).hasFinished).toBe(false);
  expect(tapOf('chat-completions', [chunk(1), chunk(0)], 2).hasFinished).toBe(true);
  const both = { choices: [...chunk(0).choices, ...chunk(1).choices] };
  expect(tapOf('chat-completions', [both], 2).hasFinished).toBe(true);
});

test.each<[DialectName, object]>([
  ['chat-completions', { object: 'error', message: 'at 10.0.0.1' }],
  ['chat-completions', { error: { message: 'at 10.0.0.1' } }],
  ['messages', { error: { message: 'at 10.0.0.1' } }],
  ['messages', { type: 'error', error: { type: 'overloaded_error' } }],
  ['responses', { error: { message: 'at 10.0.0.1' } }],
  ['responses', { type: 'error', message: 'at 10.0.0.1' }],
  ['generate-content', { error: { code: 503, message: 'at 10.0.0.1' } }],
])('%s: %j is an error', (name, frame) => {
  expect(tapOf(name, [frame]).error).toBeTruthy();
});

test('a response that is not there yet is no answer, and none is asked for', () => {
  const queued = Buffer.from('{"status":"queued","output":[],"usage":null}');
  expect(() => dialects.responses.passage.readWhole(queued, undefined)).toThrow('not there yet');
  const body = Buffer.from('{"model":"m","input":"x","background":true}');
  expect(() => dialects.responses.passage.readRequest(body, { model: '', stream: false })).toThrow(
    'background',
  );
});

test.each([
  { generationConfig: { maxOutputTokens: 1 }, generation_config: { maxOutputTokens: 9 } },
  { generationConfig: { maxOutputTokens: 1, max_output_tokens: 9 } },
])('a bound that is said twice is refused: %j', (config) => {
  const body = Buffer.from(JSON.stringify({ contents: [], ...config }));
  expect(() => dialects['generate-content'].passage.readRequest(body, { model: 'm', stream: false })).toThrow(
    'send one of them',
  );
});

test('reasoning that an upstream leaves out of its output is counted', () => {
  const usage = {
    ...{ prompt_tokens: 32, completion_tokens: 9, total_tokens: 135 },
    completion_tokens_details: { reasoning_tokens: 94 },
  };
  expect(tapOf('chat-completions', [{ choices: [], usage }]).usage).toMatchObject({
    outputVisible: 9,
    outputReasoning: 94,
  });
});
