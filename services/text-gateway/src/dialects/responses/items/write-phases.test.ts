import { expect, test } from 'vitest';
import { recordLosses } from '../../../canon/losses.ts';
import { isRecord } from '../../../json/read.ts';
import { dialects } from '../../index.ts';

const messages = [
  { role: 'user', content: 'Mend it.' },
  {
    role: 'assistant',
    content: [
      { type: 'text', text: 'I look first.' },
      { type: 'tool_use', id: 'a', name: 'ls', input: {} },
    ],
  },
  { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'a', content: 'a.txt' }] },
  { role: 'assistant', content: 'It is mended.' },
  { role: 'user', content: 'And the other?' },
];

function phasesFor(model: string, conversation: object[] = messages) {
  const tools = [{ name: 'ls', input_schema: { type: 'object', properties: {} } }];
  const body = { model: 'm', max_tokens: 99, tools, messages: conversation };
  const request = dialects.messages.codec.decodeRequest(body, { model: 'm', stream: false });
  const target = { model, maxOutputTokens: 99 };
  const { input } = dialects.responses.codec.encodeRequest(request, target, recordLosses());
  const items = Array.isArray(input) ? input.filter(isRecord) : [];
  return items.filter(({ role }) => role === 'assistant').map(({ phase }) => phase);
}

test.each(['gpt-5.4', 'gpt-5.3-codex', 'openai/gpt-5.6-sol', 'gpt-6.1-sol'])(
  '%s is told which words went before calls and which were the answer',
  (model) => {
    expect(phasesFor(model)).toEqual(['commentary', 'final_answer']);
  },
);

test.each(['gpt-5.2', 'gpt-5', 'gpt-4o', 'qwen3'])('%s knows of no phases', (model) => {
  expect(phasesFor(model)).toEqual([undefined, undefined]);
});

test('words that the model is to go on from are not its answer', () => {
  const begun = [...messages, { role: 'assistant', content: 'The other' }];
  expect(phasesFor('gpt-5.4', begun)).toEqual(['commentary', 'final_answer', undefined]);
});
