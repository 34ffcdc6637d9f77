import { describe, expect, test } from 'vitest';
import { budgetOf, effortOf } from './effort.ts';
import { recordLosses } from './losses.ts';
import { readUrlSource, writeDataUrl } from './media/data-url.ts';
import { type Turn, usualEfforts } from './request.ts';
import { unwrapSeal, wrapSeal } from './seal.ts';
import { joinTurns, toolNames } from './turns.ts';
import { fromTotals, inputOf, noUsage, outputOf } from './usage.ts';

describe('a seal', () => {
  test.each(['messages', 'responses', 'generate-content', 'chat-completions'] as const)(
    'of %s comes back from every slot as it went in',
    (dialect) => {
      for (const slot of ['messages', 'responses', 'generate-content'] as const) {
        const seal = { dialect, value: 'EqQB/+a.b==' };
        expect(unwrapSeal(wrapSeal(seal, slot), slot)).toEqual(seal);
      }
    },
  );

  test('stands bare in the slot of its own dialect', () => {
    expect(wrapSeal({ dialect: 'messages', value: 'abc' }, 'messages')).toBe('abc');
  });

  test('with a prefix that names no dialect is taken for the slot’s own', () => {
    expect(unwrapSeal('headgate.seal.telex.abc', 'messages')).toEqual({
      dialect: 'messages',
      value: 'headgate.seal.telex.abc',
    });
  });
});

describe('turns', () => {
  test('of one side are one turn, and results come first in it', () => {
    const pieces: Turn[] = [
      { from: 'user', blocks: [{ kind: 'text', text: 'a' }] },
      { from: 'user', blocks: [{ kind: 'tool-result', callId: 'c', blocks: [] }] },
      { from: 'assistant', blocks: [] },
      { from: 'user', blocks: [{ kind: 'text', text: 'b' }] },
    ];
    expect(joinTurns(pieces)).toEqual([
      {
        from: 'user',
        blocks: [
          { kind: 'tool-result', callId: 'c', blocks: [] },
          { kind: 'text', text: 'a' },
          { kind: 'text', text: 'b' },
        ],
      },
    ]);
  });

  test('leave what they were made from as it was', () => {
    const pieces = ['a', 'b'].map((text): Turn => ({ from: 'assistant', blocks: [{ kind: 'text', text }] }));
    expect(joinTurns(pieces)).toHaveLength(1);
    expect(pieces.map(({ blocks }) => blocks.length)).toEqual([1, 1]);
  });

  test('know which tool each call called', () => {
    const turns: Turn[] = [
      { from: 'assistant', blocks: [{ kind: 'tool-call', id: 'c', name: 'get', argsText: '' }] },
    ];
    expect(toolNames(turns)).toEqual(new Map([['c', 'get']]));
  });
});

describe('usage', () => {
  test('is taken apart into classes that add up to the totals', () => {
    const usage = fromTotals({
      ...{ input: 100, inputAudio: 7, cacheRead: 40, cacheWrite: 10 },
      ...{ output: 30, outputAudio: 5, reasoning: 20 },
    });
    expect(usage).toEqual({
      ...{ inputFresh: 43, inputAudio: 7, inputCacheRead: 40, inputCacheWrite: 10 },
      ...{ outputVisible: 5, outputAudio: 5, outputReasoning: 20 },
    });
    expect([inputOf(usage), outputOf(usage)]).toEqual([100, 30]);
  });

  test('never exceeds its totals, whatever the parts say', () => {
    const usage = fromTotals({ input: 5, cacheRead: 9, cacheWrite: 9, output: 2, reasoning: 9 });
    expect(usage).toEqual({ ...noUsage, inputCacheRead: 5, outputReasoning: 2 });
  });
});

test('every word for effort stands for a budget that stands for the word', () => {
  for (const effort of usualEfforts) expect(effortOf(budgetOf(effort))).toBe(effort);
  expect(effortOf(1_000_000)).toBe('xhigh');
});

test('losses are named once, in order', () => {
  const losses = recordLosses();
  for (const option of ['seed', 'logit_bias', 'seed']) losses.drop(option);
  losses.approximate('reasoning_effort');
  expect(losses.dropped).toEqual(['logit_bias', 'seed']);
  expect(losses.approximated).toEqual(['reasoning_effort']);
});

describe('an address', () => {
  test.each([
    ['data:image/png;base64,iVBO', { kind: 'bytes', mediaType: 'image/png', base64: 'iVBO' }],
    ['data:image/png;name=a.png;base64,iVBO', { kind: 'bytes', mediaType: 'image/png', base64: 'iVBO' }],
    ['data:;base64,AA==', { kind: 'bytes', mediaType: 'application/octet-stream', base64: 'AA==' }],
    ['https://example.com/a.png', { kind: 'url', url: 'https://example.com/a.png' }],
    ['data:text/plain,hello', { kind: 'url', url: 'data:text/plain,hello' }],
  ])('%s', (url, source) => {
    expect(readUrlSource(url)).toEqual(source);
  });

  // OpenAI takes it in any spelling, the others in one alone.
  test.each(['image/jpg', 'Image/JPEG', 'image/jpeg;name=a.jpg'])('%s is image/jpeg', (mediaType) => {
    expect(readUrlSource(`data:${mediaType};base64,/9j/`)).toEqual({
      kind: 'bytes',
      mediaType: 'image/jpeg',
      base64: '/9j/',
    });
  });

  test('of bytes is a data URL again', () => {
    expect(writeDataUrl({ kind: 'bytes', mediaType: 'image/png', base64: 'iVBO' })).toBe(
      'data:image/png;base64,iVBO',
    );
  });
});
