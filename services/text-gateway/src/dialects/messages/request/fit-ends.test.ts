import { expect, test } from 'vitest';
import type { AssistantBlock } from '../../../canon/blocks.ts';
import type { WireName } from '../../../canon/dialect-name.ts';
import { recordLosses } from '../../../canon/losses.ts';
import type { Turn } from '../../../canon/request.ts';
import type { JsonRecord } from '../../../json/read.ts';
import { findUpstreamCodec } from '../../index.ts';

const question: Turn = { from: 'user', blocks: [{ kind: 'text', text: 'Hi' }] };
const goOn: Turn = { from: 'user', blocks: [{ kind: 'text', text: 'Go on' }] };

/** What the upstream is sent of the conversation, a list of texts for each message; thoughts are told apart. */
function write(style: WireName, turns: Turn[]) {
  const request = {
    ...{ model: 'm', instructions: [], turns, tools: [], stop: [], sampling: {} },
    ...{ stream: false, includeUsage: false, extras: {} },
  };
  const losses = recordLosses();
  const target = { model: 'claude-sonnet-4-5', maxOutputTokens: 8_192 };
  const body = findUpstreamCodec(style)?.encodeRequest(request, target, losses);
  const messages = body?.messages as { role: string; content: JsonRecord[] }[];
  return {
    said: messages.map(({ role, content }) => [role, ...content.map((block) => block.text ?? 'a thought')]),
    dropped: losses.dropped,
    approximated: losses.approximated,
  };
}

const styles = ['messages', 'converse'] as const;

function thought(dialect: WireName, isRedacted = false): AssistantBlock {
  return { kind: 'reasoning', text: isRedacted ? '' : 'Hm.', seal: { dialect, value: 'c2ln' }, isRedacted };
}

test.each(styles)('over %s an answer that was cut while the model thought is left out', (style) => {
  const cut: Turn = { from: 'assistant', blocks: [thought(style), thought(style, true)] };
  expect(write(style, [question, cut, goOn])).toMatchObject({
    said: [['user', 'Hi', 'Go on']],
    dropped: ['reasoning'],
  });
});

test.each(styles)('over %s thoughts with nothing but a blank behind them are left out', (style) => {
  const blocks = [thought(style), { kind: 'text' as const, text: 'Well.' }, thought(style)];
  const said: Turn = { from: 'assistant', blocks: [...blocks, { kind: 'text', text: '\n' }] };
  expect(write(style, [question, said, goOn])).toMatchObject({
    said: [
      ['user', 'Hi'],
      ['assistant', 'a thought', 'Well.'],
      ['user', 'Go on'],
    ],
    dropped: ['reasoning'],
  });
});

test.each(styles)('over %s the words that the model is to go on from end without white space', (style) => {
  const begun = (text: string): Turn => ({ from: 'assistant', blocks: [{ kind: 'text', text }] });
  expect(write(style, [question, begun('One \n'), goOn, begun('  {"a": \n\t')])).toMatchObject({
    said: [
      ['user', 'Hi'],
      ['assistant', 'One \n'],
      ['user', 'Go on'],
      ['assistant', '  {"a":'],
    ],
    approximated: ['messages'],
  });
  expect(write(style, [question, begun('{')])).toMatchObject({
    said: [
      ['user', 'Hi'],
      ['assistant', '{'],
    ],
    approximated: [],
  });
});

test.each(styles)(
  'over %s thoughts stay before words and calls that clients send as messages of their own',
  (style) => {
    const thoughts: Turn = { from: 'assistant', blocks: [thought(style)] };
    const words: Turn = { from: 'assistant', blocks: [{ kind: 'text', text: 'Well.' }] };
    expect(write(style, [question, thoughts, words, goOn])).toMatchObject({
      said: [
        ['user', 'Hi'],
        ['assistant', 'a thought', 'Well.'],
        ['user', 'Go on'],
      ],
      dropped: [],
    });
  },
);
