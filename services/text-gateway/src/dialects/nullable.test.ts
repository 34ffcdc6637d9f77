/** Schemas that OpenAI's SDK makes of Zod's, in which `nullable` says what JSON schema says in `type`. */
import { describe, expect, test } from 'vitest';
import { recordLosses } from '../canon/losses.ts';
import { route } from '../conformance/run-codec.ts';
import { dialects, findUpstreamCodec } from './index.ts';

const closed = { additionalProperties: false };
const schema = {
  type: 'object',
  nullable: true,
  properties: {
    name: { type: 'string', nullable: true },
    sure: { type: 'boolean', nullable: false },
    kind: { type: 'string', enum: ['a', 'b'], nullable: true },
    size: { anyOf: [{ type: 'number' }, { type: 'string' }], nullable: true },
    other: { allOf: [{ $ref: '#/definitions/item' }], nullable: true },
    only: { enum: ['a', 'b'], nullable: true },
    free: { title: 'Whatever', nullable: true },
    word: { type: ['string', 'integer'], enum: ['a', 1, null], nullable: true },
    list: { type: 'array', items: { $ref: '#/definitions/item' } },
    nullable: { type: 'boolean' },
  },
  required: ['name', 'sure', 'kind', 'size', 'word', 'list', 'nullable'],
  ...closed,
  definitions: {
    item: {
      type: 'object',
      properties: { x: { type: 'integer', nullable: true } },
      required: ['x'],
      ...closed,
    },
  },
};
const properties = {
  name: { type: ['string', 'null'] },
  sure: { type: 'boolean' },
  kind: { type: ['string', 'null'], enum: ['a', 'b', null] },
  size: { anyOf: [{ type: 'number' }, { type: 'string' }, { type: 'null' }] },
  only: { anyOf: [{ enum: ['a', 'b'] }, { type: 'null' }] },
  free: { title: 'Whatever' },
  word: { type: ['string', 'integer', 'null'], enum: ['a', 1, null] },
  nullable: { type: 'boolean' },
};
const orNull = (other: object) => ({ anyOf: [other, { type: 'null' }] });
const item = { properties: { x: { type: ['integer', 'null'] } } };
const bodies = {
  responses: {
    ...{
      model: 'm',
      input: 'Hi',
      text: { format: { type: 'json_schema', name: 's', strict: true, schema } },
    },
    tools: [{ type: 'function', name: 'f', strict: true, parameters: schema }],
  },
  'chat-completions': {
    ...{ model: 'm', messages: [{ role: 'user', content: 'Hi' }] },
    response_format: { type: 'json_schema', json_schema: { name: 's', strict: true, schema } },
    tools: [{ type: 'function', function: { name: 'f', strict: true, parameters: schema } }],
  },
};

describe.each(['responses', 'chat-completions'] as const)('a client of %s', (name) => {
  const request = dialects[name].codec.decodeRequest(bodies[name], route);
  const write = (style: 'messages' | 'generate-content') =>
    findUpstreamCodec(style)?.encodeRequest(request, { model: 'x', maxOutputTokens: 9 }, recordLosses());

  test('still answers and calls with an object, whose schema the vendors demand', () => {
    expect(request.tools[0]?.schema?.type).toBe('object');
    expect(request.format).toMatchObject({ schema: { type: 'object' } });
  });

  test('lets Claude say null in answers and calls', () => {
    const other = orNull({ allOf: [{ $ref: '#/definitions/item' }] });
    const kind = { enum: ['a', 'b', null] };
    const word = { enum: ['a', 1, null] };
    const written = { properties: { ...properties, other, kind, word }, definitions: { item } };
    expect(write('messages')).toMatchObject({
      tools: [{ input_schema: written }],
      output_config: { format: { schema: written } },
    });
  });

  test('lets Gemini say null in answers and calls', () => {
    const other = orNull({ allOf: [{ $ref: '#/$defs/item' }] });
    const written = { properties: { ...properties, other }, $defs: { item } };
    expect(write('generate-content')).toMatchObject({
      tools: [{ functionDeclarations: [{ parametersJsonSchema: written }] }],
      generationConfig: { responseJsonSchema: written },
    });
  });

  test.each(['messages', 'generate-content'] as const)(
    'tells %s nothing that JSON schema does not know',
    (to) => {
      expect(JSON.stringify(write(to))).not.toMatch(/"nullable":(true|false)/);
    },
  );
});
