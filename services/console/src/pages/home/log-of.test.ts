import { expect, test } from 'vitest';
import { logOf } from './log-of.ts';

test('the log shows what was summed up: the requests of the same people and the same time', () => {
  expect(logOf('model', 'a model/1', { scope: 'all', range: 'quarter' })).toBe(
    '?scope=all&range=quarter&model=a+model%2F1',
  );
  expect(logOf('key', 'mine', { scope: 'self', range: 'week' })).toBe('?scope=self&range=week&key=mine');
});

test('the log has no filter for channels', () => {
  expect(logOf('channel', 'one', { scope: 'all', range: 'day' })).toBeUndefined();
});
