/** Answers that are no object, as Gemini's clients ask for: OpenAI enforces objects alone, and refuses the whole request. */
import { describe, expect, test } from 'vitest';
import type { DialectName } from '../canon/dialect-name.ts';
import { recordLosses } from '../canon/losses.ts';
import { dialects } from './index.ts';

const list = { type: 'array', items: { type: 'string' } };
const choice = { anyOf: [{ type: 'object', properties: { a: { type: 'string' } } }, list] };

function written(name: DialectName, responseJsonSchema: object) {
  const request = dialects['generate-content'].codec.decodeRequest(
    {
      systemInstruction: { parts: [{ text: 'Be brief.' }] },
      contents: [{ role: 'user', parts: [{ text: 'Hi' }] }],
      generationConfig: { responseMimeType: 'application/json', responseJsonSchema },
    },
    { model: 'm', stream: false },
  );
  const losses = recordLosses();
  const target = { model: 'gpt-5', maxOutputTokens: 4_096 };
  return { body: dialects[name].codec.encodeRequest(request, target, losses), losses };
}

const members = { properties: { a: { type: 'string' } }, required: ['a'] };
const named = { $defs: { Answer: { type: 'object', ...members } }, $ref: '#/$defs/Answer' };

test.each([
  ['does not say so', members, { type: 'object', ...members }],
  ['is referred to', named, { type: 'object', ...members, $defs: named.$defs }],
])('an object that %s is enforced', (_, schema, enforced) => {
  for (const name of ['chat-completions', 'responses'] as const) {
    const { body, losses } = written(name, schema);
    expect(body.response_format ?? body.text).toMatchObject(
      name === 'responses'
        ? { format: { type: 'json_schema', schema: enforced } }
        : { type: 'json_schema', json_schema: { schema: enforced } },
    );
    expect(JSON.stringify(body)).not.toContain('"$ref"');
    expect(losses.approximated).toEqual([]);
  }
});

describe.each([
  ['a list', list],
  ['one that may be null', { type: ['object', 'null'], ...members }],
  ['a list that is referred to', { $defs: { Answer: list }, $ref: '#/$defs/Answer' }],
  ['a choice', choice],
])('%s as the answer', (_, schema) => {
  test.each(['chat-completions', 'responses'] as const)('is told of in words to %s', (name) => {
    const { body, losses } = written(name, schema);
    expect(body.response_format).toBeUndefined();
    expect(body.text).toBeUndefined();
    const said = JSON.stringify(body);
    expect(said).toContain('Be brief.');
    expect(said).toContain(JSON.stringify(JSON.stringify(schema)).slice(1, -1));
    expect(losses.approximated).toEqual(['format']);
  });

  test('is enforced by Claude', () => {
    expect(written('messages', schema).body.output_config).toMatchObject({ format: { type: 'json_schema' } });
  });
});
