import { describe, expect, test } from 'vitest';
import { foldReply } from '../../canon/fold.ts';
import { noUsage } from '../../canon/usage.ts';
import { decodeReply } from './decode-reply.ts';
import { createStreamDecoder } from './decode-stream.ts';

const ids = { requestId: '01a1fe80-64b9-7aa1-946d-d820c9b40b30' };
const usageMetadata = { promptTokenCount: 3, candidatesTokenCount: 1, totalTokenCount: 4 };
const chunk = (parts: object[], finishReason?: string) => ({
  candidates: [{ content: { role: 'model', parts }, finishReason, index: 0 }],
});

function stream(...chunks: object[]) {
  const decoder = createStreamDecoder(ids);
  return [...chunks.flatMap((one) => decoder.push(JSON.stringify(one))), ...decoder.end()];
}

test('parts of one kind behind each other are one block, up to a signature', () => {
  const { blocks } = foldReply(
    stream(
      chunk([
        { text: 'a', thought: true },
        { text: 'b', thought: true },
      ]),
      chunk([{ text: 'c' }]),
      chunk([{ text: '' }, { text: 'd', thoughtSignature: 'S1' }]),
      chunk([{ text: 'e' }, { text: '', thoughtSignature: 'S2' }]),
      chunk([{ text: '', thoughtSignature: 'S3' }], 'STOP'),
    ),
  );
  const seal = (value: string) => ({ dialect: 'generate-content', value });
  expect(blocks).toEqual([
    { kind: 'reasoning', text: 'ab' },
    { kind: 'text', text: 'cd', seal: seal('S1') },
    { kind: 'text', text: 'e', seal: seal('S2') },
    { kind: 'text', text: '', seal: seal('S3') },
  ]);
});

test('calls without ids are numbered, those with ids keep them', () => {
  const { blocks, ending } = foldReply(
    stream(
      chunk([{ functionCall: { name: 'f' } }, { functionCall: { name: 'g', id: 'x', args: { a: 1 } } }]),
      chunk([{ functionCall: { name: 'f', args: {} } }], 'STOP'),
    ),
  );
  expect(blocks).toMatchObject([
    { id: 'call_01a1fe8064b97aa1946dd820c9b40b30_0', argsText: '{}' },
    { id: 'x', argsText: '{"a":1}' },
    { id: 'call_01a1fe8064b97aa1946dd820c9b40b30_2', argsText: '{}' },
  ]);
  expect(ending).toEqual({ reason: 'tool-calls' });
});

test('what only the vendor understands passes as it came', () => {
  const json = { executableCode: { language: 'PYTHON', code: '1' } };
  expect(foldReply(stream(chunk([{ text: 'Look:' }, json], 'STOP'))).blocks).toEqual([
    { kind: 'text', text: 'Look:' },
    { kind: 'opaque', dialect: 'generate-content', json },
  ]);
});

test('a stream that stops has no end, whatever was counted', () => {
  expect(stream({ ...chunk([{ text: 'a' }]), usageMetadata }).map(({ kind }) => kind)).toEqual([
    'reply-start',
    'usage',
    'block-start',
    'block-delta',
    'usage',
  ]);
  expect(stream()).toEqual([]);
});

test('what is known of the input comes before what is said first', () => {
  const [first, second] = ['a', 'b'].map((text) => ({ ...chunk([{ text }]), usageMetadata }));
  const told = stream({ usageMetadata: { promptTokenCount: 3 } }, first ?? {}, second ?? {});
  const inputs = told.map((event) => (event.kind === 'usage' ? event.usage : event.kind));
  const none = { ...noUsage, inputFresh: 3 };
  const one = { ...none, outputVisible: 1 };
  expect(inputs).toEqual([
    ...['reply-start', none, none],
    ...[none, 'block-start', 'block-delta', one],
    ...['block-delta', one],
  ]);
});

test('a reason on every frame, as some write it, ends nothing before the stream does', () => {
  const frames = ['a', 'b', 'c'].map((text) => ({ ...chunk([{ text }], 'STOP'), usageMetadata }));
  expect(foldReply(stream(...frames))).toMatchObject({
    blocks: [{ kind: 'text', text: 'abc' }],
    ending: { reason: 'complete' },
  });
});

test('a reason and counts behind what was said end it, and so do those of an answer that says nothing', () => {
  const endsWith = (...chunks: object[]): boolean => {
    const decoder = createStreamDecoder(ids);
    return chunks.flatMap((one) => decoder.push(JSON.stringify(one))).at(-1)?.kind === 'reply-end';
  };
  expect(endsWith(chunk([{ text: 'a' }]), { ...chunk([{ text: 'b' }], 'STOP'), usageMetadata })).toBe(true);
  expect(endsWith({ ...chunk([], 'STOP'), usageMetadata })).toBe(true);
  expect(endsWith({ ...chunk([{ text: 'a' }], 'MAX_TOKENS'), usageMetadata })).toBe(true);
});

test('an error inside the stream is a fault, and the last that is said', () => {
  const error = { code: 503, message: 'Overloaded.', status: 'UNAVAILABLE' };
  expect(stream(chunk([{ text: 'a' }]), { error }, chunk([{ text: 'b' }], 'STOP')).slice(3)).toEqual([
    { kind: 'fault', fault: { type: 'UNAVAILABLE', code: '503', message: 'Overloaded.' } },
  ]);
});

test.each(['[DONE]', '7', '{}', '{"choices":[]}', ''])('%j is no chunk', (data) => {
  expect(() => createStreamDecoder(ids).push(data)).toThrow();
});

test.each([
  ['STOP', 'complete'],
  ['MAX_TOKENS', 'length'],
  ['SAFETY', 'filtered'],
  ['RECITATION', 'filtered'],
  ['IMAGE_SAFETY', 'filtered'],
  ['MALFORMED_FUNCTION_CALL', 'malformed-tool-call'],
  ['MISSING_THOUGHT_SIGNATURE', 'malformed-tool-call'],
  ['NO_IMAGE', 'filtered'],
  ['MALFORMED_RESPONSE', 'filtered'],
  ['TOO_MANY_TOOL_CALLS', 'malformed-tool-call'],
  ['ESCALATION', 'filtered'],
  ['PUP_LIMITED_DISABLED', 'filtered'],
  ['CONTINUATION', 'paused'],
  ['SOMETHING_NEW', 'complete'],
])('%s ends an answer as %s', (finishReason, reason) => {
  expect(foldReply(stream(chunk([{ text: 'a' }], finishReason))).ending).toEqual({ reason });
});

describe('a whole answer', () => {
  test('with usage is over, although it says no reason', () => {
    expect(foldReply(decodeReply({ ...chunk([{ text: 'a' }]), usageMetadata }, ids))).toMatchObject({
      blocks: [{ text: 'a' }],
      ending: { reason: 'complete' },
    });
    expect(foldReply(decodeReply({ usageMetadata }, ids)).ending).toEqual({ reason: 'complete' });
    const promptOnly = { usageMetadata: { promptTokenCount: 3 } };
    const said = { ...chunk([{ text: 'a' }]), ...promptOnly };
    expect(foldReply(decodeReply(said, ids)).ending).toEqual({ reason: 'complete' });
    expect(foldReply(decodeReply(promptOnly, ids)).ending).toBeUndefined();
  });

  test('without usage and reason has no end', () => {
    expect(foldReply(decodeReply(chunk([{ text: 'a' }]), ids)).ending).toBeUndefined();
  });

  test('may come as the list of its chunks', () => {
    const body = [chunk([{ text: 'a' }]), chunk([{ text: 'b' }], 'STOP')];
    expect(foldReply(decodeReply(body, ids)).blocks).toEqual([{ kind: 'text', text: 'ab' }]);
  });

  test('may be an error, in a list or alone', () => {
    const error = { code: 429, message: 'Slow down.', status: 'RESOURCE_EXHAUSTED' };
    for (const body of [{ error }, [{ error }]]) {
      expect(foldReply(decodeReply(body, ids)).fault).toMatchObject({ code: '429', message: 'Slow down.' });
    }
  });

  test.each([null, 'text', {}, { choices: [] }])('is not %j', (body) => {
    expect(() => decodeReply(body, ids)).toThrow('nothing that generateContent answers with');
  });
});

test('audio, thoughts, the cache and built-in tools are each counted once', () => {
  const counts = {
    promptTokenCount: 100,
    toolUsePromptTokenCount: 20,
    cachedContentTokenCount: 50,
    candidatesTokenCount: 30,
    thoughtsTokenCount: 7,
    totalTokenCount: 157,
    promptTokensDetails: [
      { modality: 'TEXT', tokenCount: 60 },
      { modality: 'AUDIO', tokenCount: 40 },
    ],
    cacheTokensDetails: [{ modality: 'AUDIO', tokenCount: 10 }],
    candidatesTokensDetails: [{ modality: 'AUDIO', tokenCount: 25 }],
  };
  expect(foldReply(decodeReply({ usageMetadata: counts }, ids)).usage).toEqual({
    inputFresh: 40,
    inputAudio: 30,
    inputCacheRead: 50,
    inputCacheWrite: 0,
    outputVisible: 5,
    outputAudio: 25,
    outputReasoning: 7,
  });
});
