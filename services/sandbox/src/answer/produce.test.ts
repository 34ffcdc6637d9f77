import { expect, test } from 'vitest';
import { createMeter } from './meter.ts';
import type { Plan } from './plan.ts';
import { produce } from './produce.ts';

const plan: Plan = {
  inputTokens: 0,
  cachedTokens: 0,
  reasoning: null,
  contents: [{ type: 'fixed', text: 'Grüße an alle 🌍🌍', pieceSize: 3 }],
  calls: [],
  callPieceSize: 16,
  limitTokens: null,
  finish: 'stop',
  stopWord: null,
  pace: { waitMs: 0, delayMs: 0 },
};

function run(changes: Partial<Plan>) {
  const meter = createMeter();
  const deltas = [...produce({ ...plan, ...changes })];
  for (const delta of deltas) meter.count(delta);
  const text = deltas.map((delta) => (delta.type === 'content' ? delta.text : '')).join('');
  return { deltas, text, usage: meter.usage(), finish: deltas.at(-1) };
}

test('pieces never cut a character and add up to the text', () => {
  const { deltas, text } = run({});
  expect(text).toBe('Grüße an alle 🌍🌍');
  for (const delta of deltas) if (delta.type === 'content') expect(delta.text.isWellFormed()).toBe(true);
});

test('a limit cuts between characters and is never exceeded', () => {
  for (let limitTokens = 1; limitTokens <= 6; limitTokens += 1) {
    const { text, usage, finish } = run({ limitTokens });
    expect(usage.outputTokens).toBeLessThanOrEqual(limitTokens);
    expect('Grüße an alle 🌍🌍'.startsWith(text)).toBe(true);
    const isWhole = text === 'Grüße an alle 🌍🌍';
    expect(finish).toMatchObject({ type: 'finish', reason: isWhole ? 'stop' : 'length' });
  }
});

test('reasoning uses up the limit first', () => {
  const reasoning = { type: 'generated' as const, sizeBytes: 9, pieceSize: 4 };
  const { usage, text } = run({ reasoning, limitTokens: 4 });
  expect(usage).toMatchObject({ reasoningTokens: 3, outputTokens: 4 });
  expect(text).toBe('Grü');
});

test('generated text has the size asked for and numbered pieces', () => {
  const { text, deltas } = run({ contents: [{ type: 'generated', sizeBytes: 1003, pieceSize: 10 }] });
  expect(text).toHaveLength(1003);
  expect(deltas[1]).toMatchObject({ text: '0 the quic' });
  expect(deltas[100]).toMatchObject({ text: '99 the qui' });
  expect(deltas).toHaveLength(1 + 101 + 1);
});

test('choices take turns', () => {
  const content = { type: 'fixed' as const, text: 'abcdef', pieceSize: 3 };
  const { deltas } = run({ contents: [content, content] });
  expect(deltas.map(({ choice }) => choice)).toEqual([0, 1, 0, 1, 0, 1, 0, 1]);
});
