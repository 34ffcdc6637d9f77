import { expect, test } from 'vitest';
import { encodeRequest as converse } from '../../dialects/converse/encode-request.ts';
import { dialects } from '../../dialects/index.ts';
import { recordLosses } from '../losses.ts';

const target = { model: 'claude-sonnet-4-5', maxOutputTokens: 99 };

function decode(members: object) {
  const messages = [
    { role: 'system', content: 'Be kind.' },
    { role: 'user', content: 'first' },
    { role: 'assistant', content: 'fine' },
    { role: 'user', content: 'second' },
    {
      role: 'assistant',
      tool_calls: [{ id: 'c', type: 'function', function: { name: 'f', arguments: '{}' } }],
    },
    { role: 'tool', tool_call_id: 'c', content: 'third' },
  ];
  const body = { model: 'm', messages, ...members };
  return dialects['chat-completions'].codec.decodeRequest(body, { model: 'm', stream: false });
}

test('of a prompt that has a name messages are told to keep what the next request goes on from', () => {
  const losses = recordLosses();
  const mark = { cache_control: { type: 'ephemeral' } };
  const request = decode({ prompt_cache_key: 'conversation' });
  expect(dialects.messages.codec.encodeRequest(request, target, losses)).toMatchObject({
    system: [{ text: 'Be kind.', ...mark }],
    messages: [
      { role: 'user', content: [expect.not.objectContaining(mark)] },
      { role: 'assistant' },
      { role: 'user', content: [{ text: 'second', ...mark }] },
      { role: 'assistant' },
      { role: 'user', content: [{ type: 'tool_result', ...mark }] },
    ],
  });
  expect(losses).toMatchObject({ approximated: ['promptCacheKey'], dropped: [] });
});

test.each([
  ['claude-sonnet-4-5', 3],
  ['claude-3-haiku', 0],
])('converse are told of it where the model keeps prompts: %s', (model, marks) => {
  const losses = recordLosses();
  const sent = JSON.stringify(
    converse(decode({ model, prompt_cache_key: 'conversation' }), { ...target, model }, losses),
  );
  expect(sent.split('"cachePoint"').length - 1).toBe(marks);
});

test('a prompt without a name, or with marks of its own, is left as it is', () => {
  const marked = [
    { role: 'user', content: [{ type: 'text', text: 'own', cache_control: { type: 'ephemeral' } }] },
    { role: 'assistant', content: 'fine' },
    { role: 'user', content: 'next' },
  ];
  const sent = (members: object) =>
    JSON.stringify(dialects.messages.codec.encodeRequest(decode(members), target, recordLosses()));
  expect(sent({})).not.toContain('cache_control');
  expect(sent({ messages: marked, prompt_cache_key: 'k' }).split('cache_control')).toHaveLength(2);
});

test('a client of OpenAI that wants no marks but its own gets none', () => {
  const request = decode({ prompt_cache_key: 'conversation', prompt_cache_options: { mode: 'explicit' } });
  const losses = recordLosses();
  const sent = [
    dialects.messages.codec.encodeRequest(request, target, losses),
    converse(request, target, losses),
  ];
  expect(JSON.stringify(sent)).not.toMatch(/cache/i);
  expect(losses.dropped).toContain('promptCacheKey');
});
