import { describe, expect, it } from 'vitest';
import type { ApiDocument, ApiSchema } from './api-document.ts';
import { typeOf } from './type-of.ts';
import { writeTypes } from './write-types.ts';

describe('a schema', () => {
  it.each<[ApiSchema, string]>([
    [{ type: 'integer' }, 'number'],
    [{ type: ['string', 'null'] }, 'string | null'],
    [{ const: true, type: 'boolean' }, 'true'],
    [{ enum: ['a', 'b'] }, '"a" | "b"'],
    [{ type: 'array', items: { enum: [1, 2] } }, '(1 | 2)[]'],
    [
      { anyOf: [{ type: 'string' }, { $ref: '#/components/schemas/Refusal' }] },
      `string | components['schemas']["Refusal"]`,
    ],
    [{ type: 'object', additionalProperties: { type: 'number' } }, 'Record<string, number>'],
    [{ type: 'object', additionalProperties: false }, 'Record<string, never>'],
    [{}, 'unknown'],
    [
      { type: 'object', properties: { a: { type: 'string', description: 'An a' }, b: {} }, required: ['a'] },
      '{\n  /** An a */\n  "a": string;\n  "b"?: unknown;\n}',
    ],
  ])('%j is a type', (schema, type) => {
    expect(typeOf(schema)).toBe(type);
  });

  it('that refers to what the document does not name is refused', () => {
    expect(() => typeOf({ $ref: '#' })).toThrow('name it, or write it out');
  });
});

const document: ApiDocument = {
  paths: {
    '/api/things/{id}': {
      put: {
        operationId: 'things.update',
        summary: 'Changes a thing',
        tags: [],
        'x-proof': 'session',
        parameters: [
          { name: 'id', in: 'path', required: true, schema: { type: 'string' } },
          { name: 'p', in: 'query', required: false, schema: { type: 'integer' } },
        ],
        requestBody: { required: true, content: { 'application/json': { schema: { type: 'object' } } } },
        responses: {
          200: { description: '', content: { 'application/json': { schema: { type: 'null' } } } },
        },
      },
    },
    '/v1/other': {},
  },
  components: { schemas: { Refusal: { type: 'object' } } },
};

it('writes what clients are typed by', () => {
  const types = writeTypes(document, '/api/');
  expect(types).toContain('put: operations["things.update"];');
  expect(types).toContain('get?: never;');
  expect(types).toMatch(/query\?: \{\s+"p"\?: number;\s+\};\s+path: \{\s+"id": string;\s+\};/);
  expect(types).toMatch(/requestBody: \{\s+content: \{\s+"application\/json": Record<string, unknown>;/);
  expect(types).not.toContain('/v1/other');
});
