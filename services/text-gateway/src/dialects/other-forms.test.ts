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

describe.each([
  ['a list', list],
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
