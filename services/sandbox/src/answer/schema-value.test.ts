import { expect, test } from 'vitest';
import { schemaValue } from './schema-value.ts';

test('an object gets all its properties, each of its type', () => {
  const schema = {
    type: 'object',
    properties: {
      name: { type: 'string', maxLength: 3 },
      day: { type: 'string', format: 'date' },
      color: { enum: ['red', 'blue'] },
      count: { type: 'integer', minimum: 4 },
      seconds: { type: 'integer', minimum: -9007199254740991, exclusiveMinimum: 0 },
      share: { type: ['null', 'number'] },
      isNew: { type: 'boolean' },
      tags: { type: 'array', items: { type: 'string' }, minItems: 2 },
    },
  };
  expect(schemaValue(schema, 'hello')).toEqual({
    name: 'hel',
    day: '2024-01-01',
    color: 'red',
    count: 4,
    seconds: 1,
    share: 1,
    isNew: true,
    tags: ['hello', 'hello'],
  });
});

test('a recursive schema ends', () => {
  const schema = {
    $ref: '#/$defs/node',
    $defs: {
      node: {
        type: 'object',
        required: ['next'],
        properties: { next: { anyOf: [{ $ref: '#/$defs/node' }, { type: 'null' }] } },
      },
      endless: { type: 'object', required: ['next'], properties: { next: { $ref: '#/$defs/endless' } } },
    },
  };
  const text = JSON.stringify(schemaValue(schema, ''));
  expect(text).toContain('{"next":null}');
  expect(JSON.stringify(schemaValue({ ...schema, $ref: '#/$defs/endless' }, ''))).toContain('null');
});
