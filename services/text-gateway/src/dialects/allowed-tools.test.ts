/** `allowed_tools` of OpenAI's clients, over vendors that have no such list: they are told of these tools alone. */
import { describe, expect, test } from 'vitest';
import type { DialectName, WireName } from '../canon/dialect-name.ts';
import { recordLosses } from '../canon/losses.ts';
import { route } from '../conformance/run-codec.ts';
import { dialects, findUpstreamCodec } from './index.ts';

const named = (name: string) => ({ type: 'function', function: { name } });
const chat = (mode: string, tools: object[]) => ({
  model: 'm',
  messages: [{ role: 'user', content: 'Hi' }],
  tools: [named('f'), { type: 'custom', custom: { name: 'g' } }, named('h')],
  tool_choice: { type: 'allowed_tools', allowed_tools: { mode, tools } },
});
const responses = (mode: string, tools: object[]) => ({
  model: 'm',
  input: 'Hi',
  tools: [
    { type: 'function', name: 'f' },
    { type: 'namespace', name: 'n', tools: [{ type: 'custom', name: 'g' }] },
    { type: 'function', name: 'h' },
  ],
  tool_choice: { type: 'allowed_tools', mode, tools },
});
const bodies: [DialectName, (mode: string) => object][] = [
  ['chat-completions', (mode) => chat(mode, [named('h'), { type: 'custom', custom: { name: 'g' } }])],
  [
    'responses',
    (mode) =>
      responses(mode, [
        { type: 'function', name: 'h' },
        { type: 'custom', name: 'g' },
      ]),
  ],
];

const target = { model: 'anthropic.claude-sonnet-4-5', maxOutputTokens: 4_096 };

function convert(dialect: DialectName, body: object, style: WireName): string {
  const request = dialects[dialect].codec.decodeRequest(body, {
    ...route,
    stream: false,
  });
  const written = findUpstreamCodec(style)?.encodeRequest(request, target, recordLosses());
  return JSON.stringify(written);
}

describe.each(bodies)('%s', (dialect, bodyFor) => {
  test.each([
    ['auto', 'messages', '"tool_choice":{"type":"auto"}'],
    ['required', 'messages', '"tool_choice":{"type":"any"}'],
    ['auto', 'generate-content', '"functionCallingConfig":{"mode":"AUTO"}'],
    ['required', 'generate-content', '"functionCallingConfig":{"mode":"ANY"}'],
    ['required', 'converse', '"toolChoice":{"any":{}}'],
  ] as const)('mode %s, written as %s', (mode, style, choice) => {
    const written = convert(dialect, bodyFor(mode), style);
    expect(written).toContain(choice);
    expect(written).toMatch(/"name":"h"/);
    expect(written).toMatch(/"name":"(?:n[._])?g"/);
    expect(written).not.toMatch(/"name":"f"/);
  });
});

test.each([
  ['chat-completions', chat('auto', []), 'tool_choice.allowed_tools.tools'],
  ['chat-completions', chat('auto', [named('h'), named('i')]), 'tool_choice.allowed_tools.tools[1]'],
  ['responses', responses('auto', []), 'tool_choice.tools'],
  ['responses', responses('auto', [{ type: 'function', name: 'i' }]), 'tool_choice.tools[0]'],
] as const)('what is allowed has to be there: %s', (dialect, body, param) => {
  expect(() => convert(dialect, body, 'messages')).toThrow(
    expect.objectContaining({
      fault: expect.objectContaining({ status: 400, param }),
    }),
  );
});
