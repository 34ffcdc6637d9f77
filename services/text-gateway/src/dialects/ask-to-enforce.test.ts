/** Schemas of answers whose clients need not ask for more, since Anthropic and Google enforce each of them. */
import { describe, expect, test } from 'vitest';
import { recordLosses } from '../canon/losses.ts';
import { isRecord, type JsonRecord } from '../json/read.ts';
import { dialects } from './index.ts';

const route = { model: 'm', stream: false };

const askedBy = {
  messages: (schema: JsonRecord) =>
    dialects.messages.codec.decodeRequest(
      {
        ...{ model: 'm', max_tokens: 99, messages: [{ role: 'user', content: 'Hi' }] },
        output_config: { format: { type: 'json_schema', schema } },
      },
      route,
    ),
  'generate-content': (responseJsonSchema: JsonRecord) =>
    dialects['generate-content'].codec.decodeRequest(
      {
        contents: [{ role: 'user', parts: [{ text: 'Hi' }] }],
        generationConfig: { responseMimeType: 'application/json', responseJsonSchema },
      },
      route,
    ),
  'chat-completions': (schema: JsonRecord) =>
    dialects['chat-completions'].codec.decodeRequest(
      {
        ...{ model: 'm', messages: [{ role: 'user', content: 'Hi' }] },
        response_format: { type: 'json_schema', json_schema: { name: 'n', schema } },
      },
      route,
    ),
};

function written(
  client: keyof typeof askedBy,
  style: 'chat-completions' | 'responses',
  schema: JsonRecord,
  model = 'gpt-5',
) {
  const losses = recordLosses();
  const body = dialects[style].codec.encodeRequest(
    askedBy[client](schema),
    { model, maxOutputTokens: 99 },
    losses,
  );
  const format = isRecord(body.response_format) ? body.response_format.json_schema : body.text;
  const { strict, schema: sent } =
    isRecord(format) && isRecord(format.format) ? format.format : (format as JsonRecord);
  return { strict, sent, approximated: losses.approximated };
}

const inner = { type: 'object', properties: { b: { type: 'integer' } }, required: ['b'] };
const open = { type: 'object', properties: { a: { type: 'array', items: inner } }, required: ['a'] };
const closed = {
  ...open,
  properties: { a: { type: 'array', items: { ...inner, additionalProperties: false } } },
  additionalProperties: false,
};

function objectOf(properties: JsonRecord): JsonRecord {
  return { type: 'object', properties, required: Object.keys(properties), additionalProperties: false };
}

function nested(levels: number): JsonRecord {
  return objectOf({ a: levels > 1 ? nested(levels - 1) : { type: 'string' } });
}

/** So many different names, each at least as long. */
function names(count: number, length: number): string[] {
  return Array.from({ length: count }, (_, at) => String(at).padStart(length, 'x'));
}

function withMembers(count: number, length = 1): JsonRecord {
  return objectOf(Object.fromEntries(names(count, length).map((name) => [name, { type: 'string' }])));
}

function withValues(count: number, length = 1): JsonRecord {
  return objectOf({ a: { type: 'string', enum: names(count, length) } });
}

describe.each(['chat-completions', 'responses'] as const)('over %s', (style) => {
  test.each([
    ['ten objects in each other', nested(10)],
    ['5000 members', withMembers(5_000)],
    ['1000 values to choose from', withValues(1_000)],
    ['250 long ones', withValues(250, 100)],
  ])('OpenAI is asked to enforce %s', (_, schema) => {
    expect(written('messages', style, schema)).toEqual({ strict: true, sent: schema, approximated: [] });
  });

  test.each(['messages', 'generate-content'] as const)('OpenAI is asked to enforce them: %s', (client) => {
    expect(written(client, style, open)).toEqual({ strict: true, sent: closed, approximated: [] });
    expect(written(client, style, closed)).toEqual({ strict: true, sent: closed, approximated: [] });
  });

  test.each<[string, JsonRecord]>([
    ['a member that may be left out', { ...open, required: [] }],
    ['a map', { ...open, properties: { a: { type: 'object' } } }],
    [
      'a form of a text that it does not know',
      { ...open, properties: { a: { type: 'string', format: 'uri' } } },
    ],
    ['a number of which the least is said', objectOf({ a: { type: 'integer', minimum: 1 } })],
    ['a date', objectOf({ a: { type: 'array', items: { type: 'string', format: 'date' } } })],
    ['a choice at the top', { ...open, anyOf: [inner] }],
    ['objects nested deeper than ten', nested(11)],
    ['more members than 5000', withMembers(5_001)],
    ['more values than 1000 to choose from', withValues(1_001)],
    ['long texts to choose from, and many', withValues(251, 60)],
    ['more text than 120000 characters', withMembers(1_300, 100)],
  ])('it is not asked to enforce %s, for which it, or Azure, would refuse the request', (_, schema) => {
    for (const client of ['messages', 'generate-content'] as const)
      expect(written(client, style, schema)).toEqual({
        strict: undefined,
        sent: schema,
        approximated: ['format'],
      });
  });

  test('models of other makers are told the schema alone', () => {
    const { strict, sent } = written('messages', style, open, 'qwen3');
    expect({ strict, sent }).toEqual({ strict: undefined, sent: open });
  });
});

test('clients of OpenAI say themselves whether a schema is enforced', () => {
  expect(written('chat-completions', 'responses', closed)).toMatchObject({ strict: undefined, sent: closed });
});
