import { expect, test } from 'vitest';
import { planAnswer } from './plan-answer.ts';
import type { Message } from './question.ts';

const asked: Message = {
  role: 'user',
  text: '[[tool draw]]',
  mediaParts: 0,
  calls: [],
  callId: null,
};
const called: Message = {
  ...asked,
  ...{ role: 'assistant', text: '', calls: [{ id: 'a', name: 'draw', arguments: '{}' }] },
};

test('what a tool gave is answered, also where it is a picture without a word', () => {
  const contentOf = (text: string) => {
    const result: Message = { ...asked, role: 'tool', text, mediaParts: 1, callId: 'a' };
    const planned = planAnswer(
      {
        messages: [asked, called, result],
        toolbox: { tools: [{ name: 'draw', parameters: {} }], choice: { type: 'auto' }, sizeBytes: 0 },
        ...{ allowsParallelCalls: true, format: { type: 'text' }, choices: 1, stop: [] },
        ...{ limitTokens: null, reasons: false },
      },
      [],
    );
    return planned.type === 'plan' ? planned.plan.contents : planned.message;
  };
  expect(contentOf('a cat')).toMatchObject([{ text: 'a cat' }]);
  expect(contentOf('')).toMatchObject([{ text: expect.stringMatching(/\w/) }]);
});
