import { expect, test } from 'vitest';
import type { JsonRecord } from '../../../json/read.ts';
import { fromSubset } from './from-subset.ts';
import { makeSubsetRoom, toSubset } from './to-subset.ts';

const subsetOf = (schema: JsonRecord) => toSubset(schema, makeSubsetRoom());

test('the vendor’s own schema is read as JSON schema', () => {
  const schema = {
    type: 'OBJECT',
    property_ordering: ['a'],
    properties: {
      a_b: { type: 'STRING', format: 'enum', enum: ['x'], nullable: true },
      b: { type: 'ARRAY', items: { type: 'INTEGER', format: 'int32' }, minItems: '1', maxItems: 3 },
      c: { anyOf: [{ type: 'NUMBER' }, { type: 'BOOLEAN' }], nullable: true, example: 1 },
    },
    required: ['a_b'],
  };
  expect(fromSubset(schema, 'parameters')).toEqual({
    type: 'object',
    properties: {
      a_b: { type: ['string', 'null'], enum: ['x', null] },
      b: { type: 'array', items: { type: 'integer', format: 'int32' }, minItems: 1, maxItems: 3 },
      c: { anyOf: [{ type: 'number' }, { type: 'boolean' }, { type: 'null' }], examples: [1] },
    },
    required: ['a_b'],
  });
});

test('types in a list, as clients write them that send JSON schema there, are kept', () => {
  const schema = {
    type: 'object',
    properties: { a: { type: ['number', 'null'] }, b: { type: ['STRING', 'INTEGER'], nullable: true } },
  };
  expect(fromSubset(schema, 'responseSchema')).toEqual({
    type: 'object',
    properties: { a: { type: ['number', 'null'] }, b: { type: ['string', 'integer', 'null'] } },
  });
});

test('properties stand in the order in which the client wants them written, the unnamed ones last', () => {
  const properties = { answer: { type: 'STRING' }, extra: { type: 'STRING' }, steps: { type: 'STRING' } };
  const schema = { type: 'OBJECT', properties, propertyOrdering: ['steps', 'gone', 'answer', 'steps'] };
  const read = fromSubset(schema, 'responseSchema');
  expect(Object.keys(Object(read.properties))).toEqual(['steps', 'answer', 'extra']);
});

test('the order of properties is said, which these models do not take from the schema', () => {
  const inner = { type: 'object', properties: { z: { type: 'string' }, y: { type: 'string' } } };
  const schema = { type: 'object', properties: { steps: { type: 'array', items: inner }, answer: inner } };
  const written = subsetOf(schema);
  expect(written).toMatchObject({ propertyOrdering: ['steps', 'answer'] });
  expect(written).toHaveProperty('properties.steps.items.propertyOrdering', ['z', 'y']);
});

test('a schema that is nested too deep is refused', () => {
  let schema: object = { type: 'STRING' };
  for (let depth = 0; depth < 70; depth += 1) schema = { type: 'ARRAY', items: schema };
  expect(() => fromSubset(schema, 'parameters')).toThrow(/^parameters(?:\.items){65}: is nested deeper/);
});

test.each<[object, object]>([
  [
    { type: 'string', minLength: 1, title: 'T', default: 'a', $id: 'i' },
    { type: 'STRING', minLength: 1 },
  ],
  [{ type: 'string', format: 'uri' }, { type: 'STRING' }],
  [
    { type: 'string', format: 'date-time' },
    { type: 'STRING', format: 'date-time' },
  ],
  [
    { type: ['integer', 'null'], exclusiveMinimum: 0 },
    { type: 'INTEGER', nullable: true },
  ],
  [{ type: ['string', 'number'] }, { anyOf: [{ type: 'STRING' }, { type: 'NUMBER' }] }],
  [{ const: 'a' }, { type: 'STRING', format: 'enum', enum: ['a'] }],
  [{ type: 'integer', enum: [1, 2] }, { type: 'INTEGER' }],
  [
    { type: ['string', 'null'], enum: ['a', null] },
    { type: 'STRING', nullable: true, format: 'enum', enum: ['a'] },
  ],
  [{ type: 'array' }, { type: 'ARRAY', items: { type: 'STRING' } }],
  [{ oneOf: [{ type: 'string' }, { type: 'null' }] }, { nullable: true, anyOf: [{ type: 'STRING' }] }],
  [
    {
      type: 'object',
      allOf: [{ properties: { a: { type: 'string' } }, required: ['a'] }],
      properties: { b: { type: 'object', properties: {}, patternProperties: {} } },
    },
    {
      type: 'OBJECT',
      properties: { a: { type: 'STRING' }, b: { type: 'OBJECT' } },
      propertyOrdering: ['a', 'b'],
      required: ['a'],
    },
  ],
])('%j is written as the subset has it', (schema, written) => {
  expect(subsetOf({ ...schema })).toEqual(written);
});

test('references are written out', () => {
  const schema = {
    type: 'object',
    properties: { a: { $ref: '#/$defs/name~1of', description: 'A name' }, b: { $ref: '#/nowhere' } },
    $defs: { 'name/of': { type: 'string' } },
  };
  expect(subsetOf(schema)).toEqual({
    type: 'OBJECT',
    properties: { a: { type: 'STRING', description: 'A name' }, b: {} },
    propertyOrdering: ['a', 'b'],
  });
});

test('references that lead to themselves come to an end', () => {
  const node = { type: 'object', properties: { next: { $ref: '#/$defs/node' } }, required: ['next'] };
  const text = JSON.stringify(
    subsetOf({ $ref: '#/$defs/node', $defs: { node, loop: { $ref: '#/$defs/loop' } } }),
  );
  expect(text.match(/"next":/g)).toHaveLength(16);
  expect(text).toContain('"next":{"type":"OBJECT"}');
  expect(subsetOf({ $ref: '#/$defs/loop', $defs: { loop: { $ref: '#/$defs/loop' } } })).toEqual({});
});

test('references that multiply stay within a bound', () => {
  const names = Array.from({ length: 15 }, (_, at) => `d${at}`);
  const defs = names.map((name, at) => {
    const next = { $ref: `#/$defs/d${at + 1}` };
    return [
      name,
      { type: 'object', properties: Object.fromEntries(['a', 'b', 'c', 'd'].map((key) => [key, next])) },
    ];
  });
  const written = JSON.stringify(subsetOf({ $ref: '#/$defs/d0', $defs: Object.fromEntries(defs) }));
  expect(written.length).toBeLessThan(3_000_000);
});

test.each<[string, (ref: object) => object]>([
  ['as parts of one schema', (ref) => ({ allOf: Array(2_000).fill(ref) })],
  ['as choices', (ref) => ({ anyOf: Array(2_000).fill(ref) })],
  [
    'as properties',
    (ref) => ({ properties: Object.fromEntries(Array.from({ length: 2_000 }, (_, at) => [`p${at}`, ref])) }),
  ],
])('a large definition that is referred to two thousand times, %s, stays within a bound', (_how, refer) => {
  const names = Array.from({ length: 10_000 }, (_, at) => `m${at}`);
  const large = {
    type: 'object',
    required: names,
    enum: names,
    properties: Object.fromEntries(names.map((name) => [name, { type: 'string' }])),
  };
  const schema = { type: 'object', ...refer({ $ref: '#/$defs/large' }), $defs: { large } };
  const { user: before } = process.cpuUsage();
  const written = JSON.stringify(subsetOf(schema));
  expect(written.length).toBeLessThan(2_000_000);
  // A tenth of a second of processor time is usual.
  expect(process.cpuUsage().user - before).toBeLessThan(3_000_000);
});

const referring = (large: JsonRecord) => ({
  type: 'object',
  properties: Object.fromEntries(
    Array.from({ length: 200 }, (_, at) => [`p${at}`, { $ref: '#/$defs/large' }]),
  ),
  $defs: { large },
});

test.each<[string, JsonRecord]>([
  ['describes itself', { type: 'string', description: 'x'.repeat(1_000_000) }],
  ['has one long word', { type: 'string', enum: ['x'.repeat(1_000_000)] }],
  ['has a bound that is none', { type: 'string', minimum: { x: 'x'.repeat(1_000_000) } }],
  [
    'says it again and again',
    { type: 'object', properties: { a: { type: 'string', pattern: 'x'.repeat(1_000_000) } } },
  ],
])('what a definition of a megabyte says is not said two hundred times: %s', (_how, large) => {
  expect(JSON.stringify(subsetOf(referring(large))).length).toBeLessThan(3_000_000);
});

test('a reference of a megabyte that leads nowhere is not followed two hundred times', () => {
  const { user: before } = process.cpuUsage();
  subsetOf(referring({ $ref: `#/${'x/'.repeat(500_000)}` }));
  // It takes some hundredths of a second; followed each time, a minute.
  expect(process.cpuUsage().user - before).toBeLessThan(5_000_000);
});

test('the schemas of a request share one room', () => {
  const room = makeSubsetRoom();
  const schema = referring({ type: 'string', description: 'x'.repeat(10_000) });
  const written = Array.from({ length: 20 }, () => toSubset(schema, room));
  expect(JSON.stringify(written).length).toBeLessThan(3_000_000);
  expect(written.at(-1)).toMatchObject({ type: 'OBJECT' });
});
