/** Anthropic and Amazon refuse to enforce a schema that leads back to itself, and the whole request with it. */
import { describe, expect, test } from 'vitest';
import { recordLosses } from '../canon/losses.ts';
import { isRecord, type JsonRecord, recordsIn } from '../json/read.ts';
import { codec as converse } from './converse/codec.ts';
import { dialects } from './index.ts';

const claude = { model: 'claude-sonnet-4-5', maxOutputTokens: 4_096 };
const text = { type: 'string' };
const listOf = (items: JsonRecord): JsonRecord => ({ type: 'array', items });

/** An object as OpenAI enforces it. */
function closed(properties: JsonRecord): JsonRecord {
  return { type: 'object', properties, required: Object.keys(properties), additionalProperties: false };
}

/** A request of chat completions, as both vendors get it. */
function written(members: JsonRecord) {
  const messages = [{ role: 'user', content: 'Hi' }];
  const told = { model: 'm', stream: false };
  const asked = dialects['chat-completions'].codec.decodeRequest({ model: 'm', messages, ...members }, told);
  const losses = recordLosses();
  const anthropic = dialects.messages.codec.encodeRequest(asked, claude, losses);
  const amazon = converse.encodeRequest(
    asked,
    { ...claude, model: 'us.anthropic.claude-sonnet-4-5' },
    recordLosses(),
  );
  return { anthropic, amazon, losses };
}

const asFormat = (schema: JsonRecord): JsonRecord => ({
  response_format: { type: 'json_schema', json_schema: { name: 'n', strict: true, schema } },
});

const recursive: [string, JsonRecord][] = [
  ['itself', closed({ children: listOf({ $ref: '#' }) })],
  [
    'a definition of itself',
    {
      ...closed({ tree: { $ref: '#/$defs/tree' } }),
      $defs: { tree: closed({ of: listOf({ $ref: '#/$defs/tree' }) }) },
    },
  ],
  [
    'one another, by the former name of definitions',
    {
      ...closed({ a: { $ref: '#/definitions/a' } }),
      definitions: {
        a: closed({ b: { anyOf: [{ $ref: '#/definitions/b' }, { type: 'null' }] } }),
        b: closed({ a: { $ref: '#/definitions/a' } }),
      },
    },
  ],
  ['where they stand', closed({ node: closed({ 'a/b': text, next: { $ref: '#/properties/node' } }) })],
];

describe.each(recursive)('a schema that refers to %s', (_, schema) => {
  test('is told in words as the form of an answer', () => {
    const { anthropic, amazon } = written(asFormat(schema));
    const words = { text: expect.stringContaining(JSON.stringify(schema)) };
    expect(anthropic).toMatchObject({ system: [words] });
    expect(anthropic.output_config).toBeUndefined();
    expect(amazon).toMatchObject({ system: [words] });
    expect(amazon.outputConfig).toBeUndefined();
  });

  test('is that of a tool which nobody enforces', () => {
    const { anthropic, amazon, losses } = written({
      tools: [{ type: 'function', function: { name: 'f', parameters: schema, strict: true } }],
    });
    expect(anthropic.tools).toEqual([{ name: 'f', input_schema: schema }]);
    const { tools } = isRecord(amazon.toolConfig) ? amazon.toolConfig : {};
    expect(recordsIn(tools)).toEqual([{ toolSpec: { name: 'f', inputSchema: { json: schema } } }]);
    expect(losses.dropped).toEqual(['strict']);
  });
});

test('a schema that names the same definition twice is enforced', () => {
  const schema = {
    ...closed({
      from: { $ref: '#/$defs/place' },
      to: { $ref: '#/$defs/place' },
      odd: { $ref: '#/$defs/none' },
    }),
    $defs: { place: closed({ city: { $ref: '#/$defs/city' } }), city: text },
  };
  const { anthropic, amazon } = written(asFormat(schema));
  expect(anthropic.output_config).toEqual({ format: { type: 'json_schema', schema } });
  expect(amazon.outputConfig).toBeDefined();
});

test('definitions in a chain of any length hold nobody up', () => {
  const $defs = Object.fromEntries(
    Array.from({ length: 50_000 }, (_, at) => [`d${at}`, { $ref: `#/$defs/d${at + 1}` }]),
  );
  const { anthropic } = written(asFormat({ ...closed({ a: { $ref: '#/$defs/d0' } }), $defs }));
  expect(anthropic.output_config).toBeUndefined();
});
