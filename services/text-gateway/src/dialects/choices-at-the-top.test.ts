/** Tools whose arguments are one of several objects, as MCP servers have them: vendors refuse that, and the whole request with it. */
import { describe, expect, test } from 'vitest';
import { recordLosses } from '../canon/losses.ts';
import { route } from '../conformance/run-codec.ts';
import { isRecord, type JsonRecord } from '../json/read.ts';
import { dialects, findUpstreamCodec } from './index.ts';

function written(style: 'messages' | 'converse' | 'chat-completions' | 'responses', parameters: JsonRecord) {
  const client = dialects[style === 'chat-completions' ? 'messages' : 'chat-completions'];
  const body = {
    ...{ model: 'm', max_tokens: 9, messages: [{ role: 'user', content: 'Hi' }] },
    tools: [
      style === 'chat-completions'
        ? { name: 'f', input_schema: parameters }
        : { type: 'function', function: { name: 'f', parameters } },
    ],
  };
  const losses = recordLosses();
  const request = client.codec.decodeRequest(body, route);
  const target = { model: 'x', maxOutputTokens: 9 };
  const sent: unknown = findUpstreamCodec(style)?.encodeRequest(request, target, losses);
  return { schema: schemaIn(sent), approximated: losses.approximated };
}

function schemaIn(value: unknown): JsonRecord | undefined {
  if (!isRecord(value) && !Array.isArray(value)) return undefined;
  if (isRecord(value) && isRecord(value.properties)) return value;
  return Object.values(value)
    .map(schemaIn)
    .find((found) => found !== undefined);
}

const text = { type: 'string' };
const [byId, byName] = [{ const: 'id' }, { const: 'name' }];

describe.each(['messages', 'converse', 'chat-completions', 'responses'] as const)('%s', (style) => {
  test('are told of one object with the members of all, and of the choice in words', () => {
    const anyOf = [
      { type: 'object', properties: { kind: byId, id: text }, required: ['kind', 'id'] },
      { type: 'object', properties: { kind: byName, name: text }, required: ['kind', 'name'] },
    ];
    const { schema, approximated } = written(style, { description: 'Finds one.', anyOf });
    expect(schema).toEqual({
      type: 'object',
      description: `Finds one.\n\n${JSON.stringify({ anyOf })}`,
      properties: { kind: { anyOf: [byId, byName] }, id: text, name: text },
      required: ['kind'],
    });
    expect(approximated).toContain('schema');
  });

  test('keep what the object itself says of its members', () => {
    const own = { type: 'object', properties: { a: text, b: text }, required: ['a'] };
    const oneOf = [{ required: ['b'] }, { properties: { b: { const: 'x' } } }];
    const { schema } = written(style, { ...own, oneOf });
    expect(schema).toEqual({ ...own, description: JSON.stringify({ oneOf }) });
  });

  test('have the members of choices that are told by reference, as clients write those with a name', () => {
    const $defs = {
      ById: { type: 'object', properties: { id: text }, required: ['id', 'kind'] },
      ByName: { $ref: '#/$defs/Named' },
      Named: { type: 'object', properties: { name: text }, required: ['kind'] },
      Endless: { $ref: '#/$defs/Endless' },
    };
    const anyOf = [{ $ref: '#/$defs/ById' }, { $ref: '#/$defs/ByName' }];
    const { schema } = written(style, { anyOf, $defs });
    expect(schema).toMatchObject({ $defs, properties: { id: text, name: text }, required: ['kind'] });
    const endless = written(style, { properties: {}, oneOf: [{ $ref: '#/$defs/Endless' }], $defs });
    expect(endless.schema).toMatchObject({ properties: {} });
  });

  test('are told of choices within as they are', () => {
    const within = { type: 'object', properties: { a: { anyOf: [text, { type: 'integer' }] } } };
    const { schema, approximated } = written(style, within);
    expect(schema).toEqual(within);
    expect(approximated).not.toContain('schema');
  });
});

test('what a hundred thousand choices demand is looked through once', () => {
  const required = Array.from({ length: 100_000 }, (_, at) => `member${at}`);
  const anyOf = [{ required }, { required }, ...required.map((name) => ({ required: [name, 'a'] }))];
  expect(written('messages', { properties: {}, anyOf }).schema).not.toHaveProperty('required');
  const two = written('messages', { properties: {}, anyOf: anyOf.slice(0, 2) });
  expect(two.schema).toHaveProperty('required', required);
});

test.each(['chat-completions', 'responses'] as const)(
  '%s: one object of several is not enforced, since nothing says that it has no other members',
  (style) => {
    const choice = (name: string) => ({
      ...{ type: 'object', properties: { [name]: text }, required: [name] },
      additionalProperties: false,
    });
    const body = {
      ...{ model: 'm', max_tokens: 9, messages: [{ role: 'user', content: 'Hi' }] },
      tools: [{ name: 'f', strict: true, input_schema: { anyOf: [choice('id'), choice('name')] } }],
    };
    const losses = recordLosses();
    const request = dialects.messages.codec.decodeRequest(body, route);
    const target = { model: 'x', maxOutputTokens: 9 };
    const sent = JSON.stringify(findUpstreamCodec(style)?.encodeRequest(request, target, losses));
    expect(request.tools[0]?.strict).toBe(true);
    expect(sent).not.toContain('"strict":true');
    expect(losses.dropped).toContain('strict');
  },
);
