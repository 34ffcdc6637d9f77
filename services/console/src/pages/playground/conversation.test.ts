import { expect, test } from 'vitest';
import {
  type Answer,
  addEvent,
  isRunning,
  messagesFor,
  newAnswer,
  putAnswer,
  type Turn,
} from './conversation.ts';

const done = (model: string, text: string): Answer => ({ ...newAnswer(model), text, state: 'done' });
const turns: Turn[] = [
  { id: 1, prompt: 'one', answers: [done('a', 'from a'), done('b', 'from b')] },
  { id: 2, prompt: 'two', answers: [{ ...newAnswer('a'), state: 'failed' }, done('b', 'again from b')] },
];

test('each model is told what it said itself, and nothing that it left without an answer', () => {
  expect(messagesFor(turns, { side: 0, system: '', prompt: 'three' })).toEqual([
    { role: 'user', content: 'one' },
    { role: 'assistant', content: 'from a' },
    { role: 'user', content: 'three' },
  ]);
  expect(messagesFor(turns, { side: 1, system: 'Be brief.', prompt: 'three' })).toEqual([
    { role: 'system', content: 'Be brief.' },
    { role: 'user', content: 'one' },
    { role: 'assistant', content: 'from b' },
    { role: 'user', content: 'two' },
    { role: 'assistant', content: 'again from b' },
    { role: 'user', content: 'three' },
  ]);
});

test('a model that joins is told what the first one said', () => {
  const alone = [{ id: 1, prompt: 'one', answers: [done('a', 'from a')] }];
  expect(messagesFor(alone, { side: 1, system: '', prompt: 'two' })[1]?.content).toBe('from a');
});

test('the first piece stops the clock of the first piece, and usage is no piece', () => {
  const usage = addEvent(newAnswer('a'), { type: 'usage', input: 1, output: 2 }, 5);
  expect(usage.firstMs).toBeUndefined();
  const first = addEvent(usage, { type: 'reasoning', text: 'hm' }, 10);
  expect(addEvent(first, { type: 'text', text: 'yes' }, 20)).toMatchObject({
    text: 'yes',
    reasoning: 'hm',
    firstMs: 10,
    usage: { input: 1, output: 2 },
  });
});

test('a change meets the answer of its turn and side alone', () => {
  const changed = putAnswer(turns, { turn: 2, side: 0 }, (answer) => ({ ...answer, state: 'running' }));
  expect(changed.flatMap(({ answers }) => answers.map(({ state }) => state))).toEqual([
    'done',
    'done',
    'running',
    'done',
  ]);
  expect([isRunning(turns), isRunning(changed)]).toEqual([false, true]);
});
