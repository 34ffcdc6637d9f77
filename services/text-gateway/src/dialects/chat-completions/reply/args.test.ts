import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { beginArgs } from './args.ts';

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

function heldBytes(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed;
}

test('long arguments are not kept while their stream lasts', () => {
  const before = heldBytes();
  const open = Array.from({ length: 40 }, () => {
    const args = beginArgs();
    args.add('{"text":"');
    for (let count = 0; count < 10_000; count += 1) args.add(`word ${count}, `);
    return args;
  });
  expect((heldBytes() - before) / open.length).toBeLessThan(40_000);
});

test('all that was said is known again, whatever its pieces', () => {
  const whole = '{"n":"é\\"}","m":[{}]}';
  for (let cut = 0; cut <= whole.length; cut += 1) {
    const args = beginArgs();
    expect(args.add(whole.slice(0, cut)) + args.add(whole.slice(cut))).toBe(whole);
    expect([args.isWhole(), args.are(whole), args.are(whole.replace('m', 'n'))]).toEqual([true, true, false]);
    expect([args.add('\n'), args.add(whole), args.end(), args.are(whole)]).toEqual(['', '', '', true]);
  }
});
