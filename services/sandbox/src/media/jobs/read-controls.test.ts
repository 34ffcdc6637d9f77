import { expect, test } from 'vitest';
import { readControls } from './read-controls.ts';

test('a prompt without controls lets a job take its course', () => {
  expect(readControls('a [[cat]]')).toEqual({
    type: 'controls',
    controls: { polls: null, isHeld: false, ending: 'succeeded' },
  });
});

test('controls share brackets', () => {
  expect(readControls('a cat [[polls=5 ends=moderated]] [[hold]]')).toMatchObject({
    controls: { polls: 5, isHeld: true, ending: 'moderated' },
  });
});

test.each(['[[polls=0]]', '[[ends=well]]', '[[hold fast]]'])('%s is a problem', (prompt) => {
  expect(readControls(prompt).type).toBe('problem');
});
