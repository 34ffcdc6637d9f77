import { expect, test } from 'vitest';
import { parseList, parseObject } from './json.ts';

test.each(['', '\ufeff'])('objects and lists are read behind %j', (mark) => {
  expect(parseObject(Buffer.from(`${mark}{"id":"ü"}`))).toEqual({ id: 'ü' });
  expect(parseList(Buffer.from(`${mark}[{"id":"ü"},1]`))).toEqual([{ id: 'ü' }]);
});

test.each(['', '[]', 'null', '{"id":', '<html>'])('%j is no object', (text) => {
  expect(parseObject(Buffer.from(text))).toBeUndefined();
});
