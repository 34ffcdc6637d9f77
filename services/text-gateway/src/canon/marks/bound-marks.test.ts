import { expect, test } from 'vitest';
import { encodeRequest as converse } from '../../dialects/converse/encode-request.ts';
import { dialects } from '../../dialects/index.ts';
import { recordLosses } from '../losses.ts';

const mark = { prompt_cache_breakpoint: { mode: 'explicit' } };
const target = { model: 'claude-sonnet-4-5', maxOutputTokens: 99 };

function requestOf(marks: number) {
  const turns = Array.from({ length: marks - 1 }, (_, at) => [
    { role: 'user', content: [{ type: 'text', text: `ask ${at}`, ...mark }] },
    { role: 'assistant', content: 'fine' },
  ]);
  const system = { role: 'system', content: [{ type: 'text', text: 'Be kind.', ...mark }] };
  const body = { model: 'm', messages: [system, ...turns.flat(), { role: 'user', content: 'and now?' }] };
  return dialects['chat-completions'].codec.decodeRequest(body, { model: 'm', stream: false });
}

test.each([
  ['messages', dialects.messages.codec.encodeRequest, '"cache_control"'],
  ['converse', converse, '"cachePoint"'],
] as const)('%s are told of the last four marks of many', (_, encode, word) => {
  const sent = (marks: number) => {
    const losses = recordLosses();
    const text = JSON.stringify(encode(requestOf(marks), target, losses));
    return { marks: text.split(word).length - 1, text, approximated: losses.approximated };
  };
  expect(sent(4)).toMatchObject({ marks: 4, approximated: [] });
  const many = sent(7);
  expect(many).toMatchObject({ marks: 4, approximated: ['cache'] });
  expect(many.text.indexOf(word)).toBeGreaterThan(many.text.indexOf('ask 1'));
  expect(many.text.lastIndexOf(word)).toBeGreaterThan(many.text.indexOf('ask 5'));
});
