import { expect, test } from 'vitest';
import type { DialectName } from '../canon/dialect-name.ts';
import { recordLosses } from '../canon/losses.ts';
import type { JsonRecord } from '../json/read.ts';
import { dialects } from './index.ts';

const mark = { cache_control: { type: 'ephemeral' } };
const breakpoint = { prompt_cache_breakpoint: { mode: 'explicit' } };
const claudeCode = {
  model: 'm',
  max_tokens: 99,
  system: [
    { type: 'text', text: 'Be kind.', ...mark },
    { type: 'text', text: 'Be brief.' },
  ],
  tools: [{ name: 'ls', input_schema: { type: 'object', properties: {} } }],
  messages: [
    { role: 'user', content: 'List.' },
    { role: 'assistant', content: [{ type: 'tool_use', id: 'c', name: 'ls', input: {} }] },
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'c', content: 'a.txt', ...mark }] },
  ],
};

function convert(from: DialectName, body: JsonRecord, to: DialectName, model: string) {
  const losses = recordLosses();
  const request = dialects[from].codec.decodeRequest(body, { model: 'm', stream: false });
  const sent = dialects[to].codec.encodeRequest(request, { model, maxOutputTokens: 99 }, losses);
  return { sent, dropped: losses.dropped, approximated: losses.approximated };
}

test('what a client of messages wants kept is marked for a model of OpenAI that takes marks, over responses', () => {
  const { sent, dropped } = convert('messages', claudeCode, 'responses', 'gpt-5.6-terra');
  expect(sent.instructions).toBeUndefined();
  expect(sent.input).toMatchObject([
    { role: 'developer', content: [{ type: 'input_text', text: 'Be kind.', ...breakpoint }] },
    { role: 'developer', content: [{ type: 'input_text', text: 'Be brief.' }] },
    { role: 'user' },
    { type: 'function_call' },
    { type: 'function_call_output', output: [{ type: 'input_text', text: 'a.txt', ...breakpoint }] },
  ]);
  expect(dropped).toEqual([]);
});

test('and over chat completions', () => {
  const { sent, dropped } = convert('messages', claudeCode, 'chat-completions', 'openai/gpt-5.6');
  expect(sent.messages).toMatchObject([
    { role: 'developer', content: [{ text: 'Be kind.', ...breakpoint }, { text: 'Be brief.' }] },
    { role: 'user', content: 'List.' },
    { role: 'assistant' },
    { role: 'tool', content: [{ type: 'text', text: 'a.txt', ...breakpoint }] },
  ]);
  expect(dropped).toEqual([]);
});

test.each(['gpt-5.5', 'gpt-4o', 'qwen3'])('%s, which takes none, gets none', (model) => {
  for (const to of ['responses', 'chat-completions'] as const) {
    const { sent, dropped } = convert('messages', claudeCode, to, model);
    expect(JSON.stringify(sent)).not.toContain('prompt_cache_breakpoint');
    expect(dropped).toContain('cache');
  }
});

const options = { prompt_cache_options: { mode: 'explicit' } };
const text = { text: 'Hi', ...breakpoint };

test.each([
  [
    'chat-completions',
    { messages: [{ role: 'user', content: [{ type: 'text', ...text }] }] },
    'responses',
    { input: [{ content: [text] }] },
  ],
  [
    'responses',
    { input: [{ role: 'user', content: [{ type: 'input_text', ...text }] }] },
    'chat-completions',
    { messages: [{ content: [text] }] },
  ],
] as const)('marks of %s stay alone where the client wants no others', (from, said, to, written) => {
  const body = { model: 'm', ...said, ...options };
  expect(convert(from, body, to, 'gpt-5.6-sol').sent).toMatchObject({ ...written, ...options });
  const { sent, dropped } = convert(from, body, to, 'gpt-5.4');
  expect(sent.prompt_cache_options).toBeUndefined();
  expect(dropped).toContain('promptCacheOptions');
});

test.each([undefined, '30m', '12h'])(
  'how long a mark of OpenAI is kept stays as its client said: %s',
  (ttl) => {
    const said = { prompt_cache_breakpoint: { mode: 'explicit', ...(ttl && { ttl }) } };
    const body = {
      model: 'm',
      messages: [{ role: 'user', content: [{ type: 'text', text: 'Hi', ...said }] }],
    };
    const { sent, approximated } = convert('chat-completions', body, 'responses', 'gpt-5.6-sol');
    expect(sent.input).toEqual([
      expect.objectContaining({ content: [{ type: 'input_text', text: 'Hi', ...said }] }),
    ]);
    expect(approximated).toEqual([]);
  },
);

test('chat completions are asked for nothing that responses alone have for their cache', () => {
  const all = { mode: 'explicit', ttl: '12h', prewarm: true, comparison_response_id: 'resp_1' };
  const body = { model: 'm', input: 'Hi', prompt_cache_options: all };
  const { sent, approximated } = convert('responses', body, 'chat-completions', 'gpt-5.6-sol');
  expect(sent.prompt_cache_options).toEqual({ mode: 'explicit' });
  expect(approximated).toContain('promptCacheOptions');
  expect(convert('responses', body, 'responses', 'gpt-5.6-sol').sent.prompt_cache_options).toEqual(all);
});
