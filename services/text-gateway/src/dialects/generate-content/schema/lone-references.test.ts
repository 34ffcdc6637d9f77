import { expect, test } from 'vitest';
import { recordLosses } from '../../../canon/losses.ts';
import type { JsonRecord } from '../../../json/read.ts';
import { encodeRequest } from '../encode-request.ts';

const reference = { $ref: '#/$defs/Size' };
const schema = {
  type: 'object',
  properties: {
    size: { ...reference, description: 'Of the shirt.', default: 'S' },
    other: reference,
    list: { type: 'array', items: { ...reference, title: 'Item' } },
    $ref: { type: 'string' },
  },
  additionalProperties: { anyOf: [{ ...reference, title: 'Any' }, { type: 'null' }] },
  $defs: {
    Size: { enum: ['S', 'L'], type: 'string' },
    Shirt: { type: 'object', properties: { size: { ...reference, description: 'x' } } },
  },
};
const aside = (members: object) => ({ ...members, anyOf: [reference] });
const written = {
  ...schema,
  properties: {
    size: aside({ description: 'Of the shirt.', default: 'S' }),
    other: reference,
    list: { type: 'array', items: aside({ title: 'Item' }) },
    $ref: { type: 'string' },
  },
  additionalProperties: { anyOf: [aside({ title: 'Any' }), { type: 'null' }] },
  $defs: {
    ...schema.$defs,
    Shirt: { type: 'object', properties: { size: aside({ description: 'x' }) } },
  },
};

function write(model: string, said: JsonRecord = schema) {
  return encodeRequest(
    {
      ...{ model, instructions: [], stop: [], sampling: {}, stream: false, includeUsage: true, extras: {} },
      turns: [{ from: 'user', blocks: [{ kind: 'text', text: 'Hi' }] }],
      tools: [{ name: 'f', schema: said }],
      format: { kind: 'schema', schema: said },
    },
    { model, maxOutputTokens: 4_096 },
    recordLosses(),
  );
}

test('what stands beside a reference, where the vendor takes nothing, stands beside a choice of it alone', () => {
  expect(write('gemini-3-pro-preview')).toMatchObject({
    tools: [{ functionDeclarations: [{ name: 'f', parametersJsonSchema: written }] }],
    generationConfig: { responseJsonSchema: written },
  });
});

test('a reference beside others that the vendor has for references stays as it is', () => {
  const root = { ...reference, $defs: schema.$defs };
  const body = encodeRequest(
    {
      ...{
        model: 'm',
        instructions: [],
        stop: [],
        sampling: {},
        stream: false,
        includeUsage: true,
        extras: {},
      },
      ...{ turns: [], tools: [], format: { kind: 'schema', schema: root } },
    },
    { model: 'm', maxOutputTokens: 1 },
    recordLosses(),
  );
  expect(body).toMatchObject({
    generationConfig: { responseJsonSchema: { ...reference, $defs: written.$defs } },
  });
});

test('what schemas call definitions is found where the vendor looks for it', () => {
  const size = { $ref: '#/definitions/Size' };
  const former = {
    type: 'object',
    properties: { size, other: { ...size, title: 'Other' }, definitions: { type: 'string' } },
    definitions: { Size: { type: 'string' }, Shirt: { type: 'object', properties: { size } } },
  };
  const found = {
    type: 'object',
    properties: { size: reference, other: aside({ title: 'Other' }), definitions: { type: 'string' } },
    $defs: { Size: { type: 'string' }, Shirt: { type: 'object', properties: { size: reference } } },
  };
  expect(write('gemini-3-pro-preview', former)).toMatchObject({
    tools: [{ functionDeclarations: [{ parametersJsonSchema: found }] }],
    generationConfig: { responseJsonSchema: found },
  });
  expect(JSON.stringify(write('gemini-3-pro-preview', former))).not.toContain('#/definitions');
});
