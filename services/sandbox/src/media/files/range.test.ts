import { expect, test } from 'vitest';
import { rangeOf } from './range.ts';

const reply = { status: 200, headers: { 'content-type': 'video/mp4' }, body: '0123456789' };

test.each([
  ['bytes=0-3', '0123', 'bytes 0-3/10'],
  ['bytes=8-', '89', 'bytes 8-9/10'],
  ['bytes=-2', '89', 'bytes 8-9/10'],
  ['bytes=5-99', '56789', 'bytes 5-9/10'],
])('%s is a part', (range, body, contentRange) => {
  const part = rangeOf(reply, range);
  expect(part).toMatchObject({ status: 206, headers: { 'content-range': contentRange } });
  expect(part.body.toString()).toBe(body);
});

test('a part beyond the end is refused', () => {
  expect(rangeOf(reply, 'bytes=10-')).toMatchObject({
    status: 416,
    headers: { 'content-range': 'bytes */10' },
  });
});

test('without a range all of it comes, and says that it has parts', () => {
  expect(rangeOf(reply, undefined)).toMatchObject({
    status: 200,
    headers: { 'accept-ranges': 'bytes' },
    body: '0123456789',
  });
});
