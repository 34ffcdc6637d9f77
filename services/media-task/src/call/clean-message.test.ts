import { expect, test } from 'vitest';
import { cleanMessage, cleanText } from './clean-message.ts';

test.each([
  ['See https://errors.vendor.test/8f14?key=1 for more', 'See [...] for more'],
  ['gs://bucket-of-theirs/film.mp4 cannot be written', '[...] cannot be written'],
  ['api.vendor.com:443 refused it', '[...] refused it'],
  ['mill.corp.internal:8080 refused it', '[...] refused it'],
  ['upstream 10.11.12.13:8080 timed out', 'upstream [...] timed out'],
  ['Request id: 021746951049351f00aa', 'Request id: [...]'],
  ['task 831922345719271433 failed', 'task [...] failed'],
  ['key sk-proj-0123456789abcdef is wrong', 'key [...] is wrong'],
  ['trace 5f0c2f5e-7e8a-4a66-9f27-4b1a6ce0e0a1', 'trace [...]'],
])('what tells of the vendor is left out: %s', (message, cleaned) => {
  expect(cleanMessage(message)).toBe(cleaned);
});

test.each([
  'The image is 300x200 pixels; at least 300x300 are needed.',
  'content[0].image_url.url: the file is larger than 10485760 bytes.',
  'duration must be 5 or 10, at 16:9, version 2.6.1',
  'The prompt was blocked at 12:30:45.',
])('what helps is kept: %s', (message) => {
  expect(cleanMessage(message)).toBe(message);
});

test('what the task is called at the vendor is left out, however short it is', () => {
  expect(cleanMessage('video_1 failed, and video_1 is gone', ['video_1', null])).toBe(
    '[...] failed, and [...] is gone',
  );
});

test('a long message is cut', () => {
  expect(cleanMessage('no '.repeat(400))).toHaveLength(500);
});

test.each(['a-', 'a.', 'http.', 'a'])('a long text of nothing but %j is no work for minutes', (piece) => {
  const text = `${piece.repeat(400_000)} https://errors.vendor.test/8f14 and api.vendor.com`;
  expect(cleanText(text)).toBe(`${piece.repeat(400_000)} [...] and [...]`);
});
