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

  test('are told of choices within as they are', () => {
    const within = { type: 'object', properties: { a: { anyOf: [text, { type: 'integer' }] } } };
    const { schema, approximated } = written(style, within);
    expect(schema).toEqual(within);
    expect(approximated).not.toContain('schema');
  });
});
