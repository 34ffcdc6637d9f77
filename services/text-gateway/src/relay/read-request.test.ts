import { Dialect, Operation } from '@headgate/proto/gen/headgate/text/v1/text';
import { faultOf } from '@headgate/runtime/rpc/fault-details';
import { fc } from '@headgate/runtime/testing/properties';
import { describe, expect, test } from 'vitest';
import { change } from '../json/testing/json-texts.ts';
import { findSurface } from '../surfaces/index.ts';
import { readRequest } from './read-request.ts';

function read(operation: Operation, body: string, dialect: Dialect = Dialect.CHAT_COMPLETIONS) {
  const surface = findSurface(dialect, operation);
  if (!surface) throw new Error('no such surface');
  return readRequest(surface, { body: Buffer.from(body), model: 'm', stream: false, headers: [] });
}

function refusalOf(operation: Operation, body: string, dialect?: Dialect) {
  try {
    read(operation, body, dialect);
  } catch (error) {
    return faultOf(error) ?? error;
  }
}

test.each([
  ['a line end within a text', '{"model":"a\nb","messages":[]}', 'The body is not valid JSON.'],
  ['two models', '{"model":"a","model":"b"}', 'The body has two members named "model".'],
])('%s is a 400', (_what, body, message) => {
  expect(refusalOf(Operation.GENERATE, body)).toMatchObject({ status: 400, message });
});

test.each([
  '"images":[{"image_url":"data:image/png;base64,iVBOR","image_url":"iVBOR"}]',
  '"images":[],"mask":{"image\\u005furl":"iVBOR"}',
])('an image that is not read in one way alone is a 400: %s', (images) => {
  const refusal = refusalOf(Operation.EDIT_IMAGES, `{"model":"m","prompt":"p",${images}}`);
  expect(refusal).toMatchObject({ status: 400, code: 'invalid_request' });
});

test('one content stands for a list of one, as in the examples of Vertex AI, and its image is one', () => {
  const parts = '{"inlineData":{"mimeType":"image/png","data":"iVBORw0KGgo="}}';
  const { size } = read(
    Operation.GENERATE,
    `{"contents":{"role":"user","parts":${parts}}}`,
    GENERATE_CONTENT,
  );
  expect(size.imageParts).toBe(1);
});

test.each(['"Hi"', 'null', '7', '{}', '{"role":"user","parts":null}'])(
  'contents of %s are a 400',
  (contents) => {
    const refusal = refusalOf(Operation.GENERATE, `{"contents":${contents}}`, GENERATE_CONTENT);
    expect(refusal).toMatchObject({ status: 400, param: 'contents' });
  },
);

const { CHAT_COMPLETIONS, MESSAGES, RESPONSES, GENERATE_CONTENT } = Dialect;
const { GENERATE, COMPLETE, COMPACT, EMBED, BATCH_EMBED, RERANK, MODERATE, SPEAK } = Operation;
const image = 'data:image/png;base64,iVBOR';
const members = '"model":"m","stream":true,"max_tokens":5,"service_tier":"flex","n":1';
const turns = `[{"role":"user","content":[{"type":"image_url","image_url":{"url":"${image}"}}]}]`;

describe.each([
  [CHAT_COMPLETIONS, GENERATE, '"messages":[]'],
  [MESSAGES, GENERATE, '"messages":[]'],
  [RESPONSES, GENERATE, '"input":"a"'],
  [CHAT_COMPLETIONS, COMPLETE, '"prompt":"a"'],
])('models that may answer instead: %i, %i', (dialect, operation, rest) => {
  test.each([
    ['fallbacks', '[{"model":"dear"}]'],
    ['models', '["dear"]'],
    ['models', '"dear"'],
  ])('in %s are a 400, they would be billed as the one that is asked for: %s', (param, named) => {
    const body = `{"model":"m",${rest},"${param}":${named}}`;
    expect(refusalOf(operation, body, dialect)).toMatchObject({ status: 400, param });
  });

  test.each(['null', '[]'])('%s names none', (none) => {
    const body = `{"model":"m",${rest},"models":${none},"fallbacks":${none}}`;
    expect(read(operation, body, dialect)).toMatchObject({ model: 'm' });
  });
});

describe.each([
  [CHAT_COMPLETIONS, '"messages":[]'],
  [MESSAGES, '"messages":[]'],
  [RESPONSES, '"input":"a"'],
])('models that advise: %i', (dialect, rest) => {
  const bodyWith = (tool: string): string => `{"model":"m",${rest},"tools":[{"type":"function"},${tool}]}`;

  test.each([
    '{"type":"advisor_20260301","name":"advisor","model":"dear"}',
    '{"type":"advisor_20260301","name":"advisor"}',
    '{"type":"\\u0061dvisor_20260301","name":"advisor","model":"dear"}',
    '{"type":"openrouter:advisor","parameters":{"model":"dear"}}',
  ])('are a 400, they would be billed as the one that is asked for: %s', (tool) => {
    expect(refusalOf(GENERATE, bodyWith(tool), dialect)).toMatchObject({ status: 400, param: 'tools' });
  });

  test.each([
    '{"type":"advisor_20260301","name":"advisor","model":"m"}',
    '{"type":"function","name":"advisor","model":"dear"}',
    '{"name":"advisor","input_schema":{"type":"object","description":"\\u00e9"}}',
  ])('may be the one that is asked for, and functions have any name: %s', (tool) => {
    expect(read(GENERATE, bodyWith(tool), dialect)).toMatchObject({ model: 'm' });
  });
});

describe.each([
  [CHAT_COMPLETIONS, GENERATE, `{${members},"messages":${turns},"stream_options":{"include_usage":false}}`],
  [MESSAGES, GENERATE, `{${members},"messages":${turns},"effort":"low","output_config":{"format":{}}}`],
  [RESPONSES, GENERATE, `{${members},"input":${turns},"store":true,"previous_response_id":"r"}`],
  [GENERATE_CONTENT, GENERATE, '{"contents":[],"generationConfig":{"candidateCount":1,"maxOutputTokens":5}}'],
  [CHAT_COMPLETIONS, COMPLETE, `{${members},"prompt":["a"],"best_of":2}`],
  [CHAT_COMPLETIONS, COMPACT, '{"model":"m","input":[],"previous_response_id":"r"}'],
  [CHAT_COMPLETIONS, EMBED, '{"model":"m","input":["a"],"dimensions":3}'],
  [GENERATE_CONTENT, EMBED, '{"content":{"parts":[{"text":"a"}]},"model":"models/m"}'],
  [GENERATE_CONTENT, BATCH_EMBED, '{"requests":[{"model":"models/m","content":{}}]}'],
  [CHAT_COMPLETIONS, RERANK, '{"model":"m","query":"q","documents":["a",{"text":"b"}],"top_n":1}'],
  [CHAT_COMPLETIONS, MODERATE, '{"model":"m","input":"a"}'],
  [CHAT_COMPLETIONS, SPEAK, '{"model":"m","input":"a","voice":"v","stream_format":"sse"}'],
  [CHAT_COMPLETIONS, Operation.GENERATE_IMAGES, `{${members},"prompt":"p","image":["${image}"],"size":"1K"}`],
  [CHAT_COMPLETIONS, Operation.EDIT_IMAGES, `{${members},"prompt":"p","images":[{"image_url":"${image}"}]}`],
])('%i, %i', (dialect, operation, body) => {
  test('whatever is changed in a body, it is read or is a 400', () => {
    expect(refusalOf(operation, body, dialect)).toBeUndefined();
    const put = fc.constantFrom(
      ...[
        '"',
        '\\',
        '\n',
        '\t',
        '{',
        '}',
        '[',
        ']',
        ',',
        ':',
        '-',
        'null',
        '0',
        '1e400',
        '[[',
        '{"a":1,"a":2},',
      ],
      ...['"model":"x",', '"Model":"x",', '"\\u0061":1,', '"image_url":"x",', '"__proto__":{},', '\ud83d'],
    );
    const changes = fc.array(fc.tuple(fc.nat(), put, fc.nat(2)), { minLength: 1, maxLength: 3 });
    fc.assert(
      fc.property(changes, (all) => {
        const refusal = refusalOf(operation, all.reduce(change, body), dialect);
        if (refusal !== undefined) expect(refusal).toMatchObject({ status: 400 });
      }),
      { numRuns: 500 },
    );
  });
});
