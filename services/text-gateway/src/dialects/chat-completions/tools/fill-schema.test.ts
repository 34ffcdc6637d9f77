import { expect, test } from 'vitest';
import { recordLosses } from '../../../canon/losses.ts';
import { isRecord, type JsonRecord, recordsIn } from '../../../json/read.ts';
import { dialects } from '../../index.ts';

/** The schema of a tool that a client of messages has, as OpenAI's two protocols get it. */
function written(schema: JsonRecord): unknown[] {
  const request = dialects.messages.codec.decodeRequest(
    {
      model: 'm',
      max_tokens: 10,
      messages: [{ role: 'user', content: 'Hi' }],
      tools: [{ name: 'f', input_schema: schema }],
    },
    { model: 'm', stream: false },
  );
  return (['chat-completions', 'responses'] as const).map((name) => {
    const target = { model: 'gpt-5', maxOutputTokens: 4_096 };
    const [tool] = recordsIn(dialects[name].codec.encodeRequest(request, target, recordLosses()).tools);
    return isRecord(tool?.function) ? tool.function.parameters : tool?.parameters;
  });
}

test('an object of no members says that it has none, as OpenAI demands', () => {
  const filled = { type: 'object', properties: {} };
  expect(written({ type: 'object' })).toEqual([filled, filled]);
  expect(written({})).toEqual([filled, filled]);
});

test('a list says that it is one of anything, as OpenAI demands, wherever it stands', () => {
  const list = { type: 'array' };
  const schema = {
    type: 'object',
    properties: {
      embedding: list,
      either: { type: ['string', 'array'] },
      rows: { type: 'array', items: list },
      choice: { anyOf: [list, { type: 'null' }] },
      named: { $ref: '#/$defs/named' },
    },
    $defs: { named: { type: 'object', additionalProperties: list } },
  };
  const filled = { type: 'array', items: {} };
  const expected = {
    type: 'object',
    properties: {
      embedding: filled,
      either: { type: ['string', 'array'], items: {} },
      rows: { type: 'array', items: filled },
      choice: { anyOf: [filled, { type: 'null' }] },
      named: { $ref: '#/$defs/named' },
    },
    $defs: { named: { type: 'object', additionalProperties: filled } },
  };
  expect(written(schema)).toEqual([expected, expected]);
});

test('a schema that says it all goes out in its own letters', () => {
  const schema = {
    properties: {
      type: { type: 'string', enum: ['array'] },
      a: { items: { type: 'string' }, type: 'array' },
    },
    required: ['type'],
    type: 'object',
  };
  for (const parameters of written(schema)) expect(JSON.stringify(parameters)).toBe(JSON.stringify(schema));
});
