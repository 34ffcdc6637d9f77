import { expect, test } from 'vitest';
import { recordLosses } from '../../canon/losses.ts';
import type { CanonRequest } from '../../canon/request.ts';
import { codec } from './codec.ts';

const target = { model: 'deepseek/deepseek-chat', maxOutputTokens: 4_096 };

function text(said: string) {
  return { kind: 'text' as const, text: said };
}

function messagesOf(conversation: Pick<CanonRequest, 'instructions' | 'turns'>): unknown {
  const asked = { model: 'm', tools: [], stop: [], sampling: {}, stream: false, includeUsage: false };
  return codec.encodeRequest({ ...asked, extras: {}, ...conversation }, target, recordLosses()).messages;
}

test('DeepSeek, which refuses parts, gets texts without anything else as one string, whoever says them', () => {
  const messages = messagesOf({
    instructions: [text('Be kind.'), text('Be brief.')],
    turns: [
      { from: 'user', blocks: [text('It is noon.'), text('List.')] },
      {
        from: 'assistant',
        blocks: [text('I look.'), { kind: 'tool-call', id: 'c1', name: 'ls', argsText: '{}' }, text('Soon.')],
      },
      {
        from: 'user',
        blocks: [{ kind: 'tool-result', callId: 'c1', blocks: [text('a.txt'), text('1 file')] }],
      },
    ],
  });
  expect(messages).toMatchObject([
    { role: 'system', content: 'Be kind.\n\nBe brief.' },
    { role: 'user', content: 'It is noon.\n\nList.' },
    { role: 'assistant', content: 'I look.\n\nSoon.' },
    { role: 'tool', content: 'a.txt\n\n1 file' },
  ]);
});

test('texts beside an image stay parts', () => {
  const image = {
    kind: 'image' as const,
    source: { kind: 'url' as const, url: 'https://example.com/a.png' },
  };
  const turns = [{ from: 'user' as const, blocks: [text('Look:'), image] }];
  expect(messagesOf({ instructions: [], turns })).toMatchObject([
    { content: [{ type: 'text', text: 'Look:' }, { type: 'image_url' }] },
  ]);
});
