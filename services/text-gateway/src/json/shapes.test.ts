import { expect, test } from 'vitest';
import { scanObject } from './scan.ts';
import { createShapes } from './shapes.ts';

const said = /"(?:text|pad)":\s*"|"number":\s*(?=\d)/g;
const frame = (text: string, { number = '7', pad = 'x', model = 'm', end = 'null' } = {}): Buffer =>
  Buffer.from(
    `{"id":"ä","number":${number},"model":"${model}","a":[{"text": "${text}"}],"pad":"${pad}","end":${end}}`,
  );

/** Shapes that have learnt the shape of a frame, and show it under another name. */
function learnt(rename?: string) {
  const shapes = createShapes(said);
  const first = frame('one');
  const span = scanObject(first).members.get('model');
  shapes.learn(first, rename !== undefined && span ? { span, value: JSON.stringify(rename) } : undefined);
  return shapes;
}

const shownBy = (shapes: ReturnType<typeof createShapes>, bytes: Buffer): string | undefined => {
  const shown = shapes.match(bytes);
  return typeof shown === 'string' ? Buffer.from(shown, 'latin1').toString() : shown?.toString();
};

test.each([
  frame('two'),
  frame(''),
  frame('zwölf 十二 \u{1f600}'),
  frame('\\"\\\\\\/\\b\\n\\u00e4\\ud83d'),
  frame('two', { number: '0', pad: '' }),
  frame('two', { number: '123456789012345' }),
])('what differs in its gaps alone is known: %s', (bytes) => {
  expect(shownBy(learnt(), bytes)).toBe(bytes.toString());
  expect(shownBy(learnt('näme'), bytes)).toBe(bytes.toString().replace('"model":"m"', '"model":"näme"'));
});

test.each([
  frame('two', { end: '"stop"' }),
  frame('two', { model: 'other' }),
  frame('two","error":"no'),
  frame('two"'),
  frame('two\\'),
  frame('two\\x'),
  frame('two\\u12g4'),
  frame('two\n'),
  frame('two', { number: '-7' }),
  frame('two', { number: '07' }),
  frame('two', { number: '7.5' }),
  frame('two', { number: '1234567890123456' }),
  Buffer.concat([frame('two'), Buffer.from(' ')]),
  frame('two').subarray(0, -1),
  Buffer.from(frame('twö').toString('latin1').replace('Ã¶', 'Ã'), 'latin1'),
  frame('x'.repeat(5_000)),
])('anything else is not: %#', (bytes) => {
  expect(learnt().match(bytes)).toBeUndefined();
});

test('shapes that take turns are known, up to four', () => {
  const shapes = learnt();
  for (const model of ['n', 'o', 'p']) shapes.learn(frame('one', { model }));
  for (const model of ['m', 'n', 'o', 'p']) expect(shapes.match(frame('two', { model }))).toBeDefined();
  shapes.learn(frame('one', { model: 'q' }));
  expect(shapes.match(frame('two'))).toBeUndefined();
});

test('where every frame has a shape of its own, few are learnt', () => {
  const shapes = createShapes(said);
  const known = Array.from({ length: 100 }, (_, index) => {
    const end = String(index);
    shapes.learn(frame('one', { end }));
    return shapes.match(frame('two', { end })) !== undefined;
  });
  // Each of these was asked for again: that is what makes learning worth it.
  expect(known.every(Boolean)).toBe(true);
  const other = createShapes(said);
  for (let index = 0; index < 100; index += 1) other.learn(frame('one', { end: String(index) }));
  expect(other.match(frame('two', { end: '99' }))).toBeUndefined();
  expect(other.match(frame('two', { end: '95' }))).toBeDefined();
});

test('a name that is replaced in a gap, and a frame of several lines, are not learnt', () => {
  const shapes = createShapes(said);
  const inGap = Buffer.from('{"model":{"text":"one"},"text":"two"}');
  shapes.learn(inGap, { span: { start: 9, end: 23 }, value: '"n"' });
  expect(shapes.match(inGap)).toBeUndefined();
  const lines = Buffer.from('{"text":"one",\n"a":1}');
  shapes.learn(lines);
  expect(shapes.match(lines)).toBeUndefined();
});
