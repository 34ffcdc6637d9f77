import { expect, test } from 'vitest';
import type { WireName } from '../canon/dialect-name.ts';
import { recordLosses } from '../canon/losses.ts';
import { dialects, findUpstreamCodec } from './index.ts';
import { tellSummaries } from './tell-summaries.ts';

const summary = 'They settled on blue for the door.';
const block = { type: 'compaction', content: summary, encrypted_content: 'x', signature: 's' };

function encode(style: WireName, content: object): string {
  const said = [
    { role: 'assistant', content: [content, { type: 'text', text: 'Anything else?' }] },
    { role: 'user', content: 'Which colour?' },
  ];
  const body = { model: 'm', max_tokens: 100, messages: said };
  const request = dialects.messages.codec.decodeRequest(body, { model: 'm', stream: false });
  const target = { model: 'm', maxOutputTokens: 100 };
  const codec = findUpstreamCodec(style);
  return JSON.stringify(codec?.encodeRequest(tellSummaries(request, style), target, recordLosses()));
}

test.each(['chat-completions', 'responses', 'generate-content', 'converse'] as const)(
  'the summary of a conversation is told to an upstream of %s',
  (style) => {
    expect(encode(style, block)).toContain(summary);
    expect(encode(style, { ...block, content: null })).not.toContain('compaction');
  },
);

test('an upstream of messages gets it as it came', () => {
  expect(encode('messages', block)).toContain(JSON.stringify(block));
});
