import { expect, test } from 'vitest';
import { readUrlState, writeUrlState } from './url-state.ts';

const defaults = { model: '', range: 'day' };
const choices = { range: ['day', 'week'] };

test('what the address does not say is as usual', () => {
  expect(readUrlState(new URLSearchParams('model=gpt&other=1'), defaults, choices)).toEqual({
    model: 'gpt',
    range: 'day',
  });
});

test('a value that is no choice is as usual', () => {
  expect(readUrlState(new URLSearchParams('range=century'), defaults, choices).range).toBe('day');
  expect(readUrlState(new URLSearchParams('range=week'), defaults, choices).range).toBe('week');
});

test('a change begins at the first page, and keeps what others have in the address', () => {
  const search = new URLSearchParams('cursor=abc&p=3&scope=all&model=gpt');
  expect(writeUrlState(search, defaults, { range: 'week' }).toString()).toBe(
    'scope=all&model=gpt&range=week',
  );
});

test('what is as usual is left out', () => {
  const search = new URLSearchParams('model=gpt&range=week');
  expect(writeUrlState(search, defaults, { model: '', range: 'day' }).toString()).toBe('');
});
