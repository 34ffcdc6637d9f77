import { expect, test } from 'vitest';
import { logOf } from './log-of.ts';

test('the log shows what was summed up: the requests of the same people and the same time', () => {
  expect(logOf('model', { name: 'a model/1', channel: undefined }, { scope: 'all', range: 'quarter' })).toBe(
    '?scope=all&range=quarter&model=a+model%2F1',
  );
  expect(logOf('key', { name: 'mine', channel: undefined }, { scope: 'self', range: 'week' })).toBe(
    '?scope=self&range=week&key=mine',
  );
});

test('the log knows a channel by its id, which one that was removed has as well', () => {
  expect(logOf('channel', { name: '#7', channel: 7 }, { scope: 'all', range: 'day' })).toBe(
    '?scope=all&range=day&channel=7',
  );
});

test('what no channel served has no log of its own: asked for channel 0, it would show all requests', () => {
  expect(
    logOf('channel', { name: 'No channel', channel: 0 }, { scope: 'all', range: 'day' }),
  ).toBeUndefined();
});
