/** What Claude enforces of one request; it refuses more, over its maker's own API as over Bedrock's. */
import { describe, expect, test } from 'vitest';
import { recordLosses } from '../canon/losses.ts';
import type { CanonRequest, Tool } from '../canon/request.ts';
import { isRecord, type JsonRecord, recordsIn } from '../json/read.ts';
import { codec as converse } from './converse/codec.ts';
import { dialects } from './index.ts';

const empty: CanonRequest = {
  ...{ model: 'alias', instructions: [], turns: [], tools: [], stop: [], sampling: {} },
  ...{ stream: false, includeUsage: false, extras: {} },
};
const either = { type: ['string', 'null'] };
const choice = { anyOf: [{ type: 'integer' }, { type: 'null' }] };

function members(count: number, member: JsonRecord): JsonRecord {
  return Object.fromEntries(Array.from({ length: count }, (_, at) => [`m${at}`, member]));
}

/** An object that demands all of its members, or none. */
function objectOf(properties: JsonRecord, required = Object.keys(properties)): JsonRecord {
  return { type: 'object', properties, required, additionalProperties: false };
}

const strict = (schema: JsonRecord): Tool => ({ name: 'f', schema, strict: true });
const small = strict(objectOf({ a: { type: 'string' } }));
const withUnions = (count: number): JsonRecord => objectOf({ inner: objectOf(members(count, either)) });
const withOptional = (count: number): JsonRecord => objectOf(members(count, { type: 'string' }), []);

interface Written {
  isStrict: boolean[];
  /** The form of the answer as it is enforced, if it is. */
  format: unknown;
  system: unknown;
  dropped: readonly string[];
}

function overMessages(asked: Partial<CanonRequest>): Written {
  const losses = recordLosses();
  const target = { model: 'claude-sonnet-4-5', maxOutputTokens: 4_096 };
  const body = dialects.messages.codec.encodeRequest({ ...empty, ...asked }, target, losses);
  const isStrict = recordsIn(body.tools).map(({ strict }) => strict === true);
  return { isStrict, format: body.output_config, system: body.system, dropped: losses.dropped };
}

function overConverse(asked: Partial<CanonRequest>, model = 'us.anthropic.claude-sonnet-4-5'): Written {
  const losses = recordLosses();
  const body = converse.encodeRequest({ ...empty, ...asked }, { model, maxOutputTokens: 4_096 }, losses);
  const tools = isRecord(body.toolConfig) ? recordsIn(body.toolConfig.tools) : [];
  const isStrict = tools.map(({ toolSpec }) => isRecord(toolSpec) && toolSpec.strict === true);
  return { isStrict, format: body.outputConfig, system: body.system, dropped: losses.dropped };
}

describe.each([
  ['messages', overMessages],
  ['converse', overConverse],
])('over %s', (_, written) => {
  test.each<[string, Tool[], boolean[]]>([
    ['20 tools', Array(21).fill(small), [...Array(20).fill(true), false]],
    ['16 choices of all', [strict(withUnions(10)), strict(withUnions(7)), small], [true, false, true]],
    [
      '16 choices, in either form',
      [strict(objectOf(members(16, choice))), strict(withUnions(1))],
      [true, false],
    ],
    ['24 members that may be left out', [strict(withOptional(24)), strict(withOptional(1))], [true, false]],
  ])('of strict tools the first with at most %s are enforced', (_, tools, isStrict) => {
    const { isStrict: found, dropped } = written({ tools });
    expect(found).toEqual(isStrict);
    expect(dropped).toEqual(['strict']);
  });

  test('members of choices at the top of a tool may be left out, as it is written', () => {
    const anyOf = Array.from({ length: 25 }, (_, at) => objectOf({ [`m${at}`]: { type: 'string' } }));
    expect(written({ tools: [strict({ type: 'object', anyOf }), small] }).isStrict).toEqual([false, true]);
  });

  test('what the form of the answer takes of it is no more there for tools', () => {
    const tools = [strict(withUnions(7))];
    const format = { kind: 'schema' as const, schema: withUnions(10) };
    expect(written({ tools, format })).toMatchObject({ isStrict: [false], format: {} });
  });

  test.each([
    ['choices', withUnions(17)],
    ['members that may be left out', withOptional(25)],
  ])('a form of the answer with too many %s is told in words, and takes nothing from tools', (_, schema) => {
    const tools = [strict(withUnions(16))];
    const { isStrict, format, system } = written({ tools, format: { kind: 'schema', schema } });
    expect(format).toBeUndefined();
    expect(system).toMatchObject([{ text: expect.stringContaining(JSON.stringify(schema)) }]);
    expect(isStrict).toEqual([true]);
  });
});

test('models of other makers are not held to it', () => {
  const tools = Array<Tool>(21).fill(small);
  expect(overConverse({ tools }, 'openai.gpt-oss-120b-1:0').isStrict).not.toContain(false);
});
