import { fault } from '@headgate/proto/faults';
import type { RelayResponse } from '@headgate/proto/gen/headgate/text/v1/text';
import { FaultError } from '@headgate/runtime/errors';
import { fc } from '@headgate/runtime/testing/properties';
import { beforeEach, expect, test } from 'vitest';
import { type CarriedAnswer, createAnswer } from './answer.ts';

let written: Partial<RelayResponse>[];
let refusal: unknown;
let answer: CarriedAnswer;
beforeEach(() => {
  written = [];
  refusal = undefined;
  answer = createAnswer({
    head: (head) => written.push({ head }),
    data: (data) => written.push({ data }),
    tail: (tail) => written.push({ tail }),
    refuse(error) {
      refusal = error;
    },
  });
});

function sentBytes(): number {
  return written.reduce((sum, { data }) => sum + (data?.length ?? 0), 0);
}

const kinds = (): string[] => written.map((frame) => Object.keys(frame)[0] ?? '');

test('data leaves within the credit, and each byte of it is spent once', () => {
  answer.addCredit(100);
  expect(answer.data(Buffer.alloc(60))).toBe(true);
  expect(answer.data(Buffer.alloc(60))).toBe(false);
  expect(sentBytes()).toBe(100);
  answer.addCredit(10);
  expect(sentBytes()).toBe(110);
});

test('bytes keep their order across pieces', () => {
  answer.addCredit(3);
  answer.data(Buffer.from('abcd'));
  answer.data(Buffer.from('efgh'));
  for (let count = 0; count < 5; count += 1) answer.addCredit(1);
  expect(Buffer.concat(written.map(({ data }) => data ?? Buffer.alloc(0))).toString()).toBe('abcdefgh');
});

test('large pieces are cut', () => {
  answer.addCredit(1_000_000);
  answer.data(Buffer.alloc(200_000));
  expect(Math.max(...written.map(({ data }) => data?.length ?? 0))).toBe(64 * 1024);
});

test('the tail waits for what is kept', () => {
  answer.head(200, [], Buffer.alloc(0));
  answer.data(Buffer.from('ab'));
  answer.end(7n);
  expect(kinds()).toEqual(['head']);
  answer.addCredit(1);
  expect(kinds()).toEqual(['head', 'data']);
  answer.addCredit(1);
  expect(kinds()).toEqual(['head', 'data', 'data', 'tail']);
  expect(written.at(-1)).toEqual({ tail: { tokens: 7n } });
});

test('whoever was held back is called once everything has left', () => {
  let drains = 0;
  answer.onDrain(() => {
    drains += 1;
  });
  answer.addCredit(1);
  answer.data(Buffer.from('abc'));
  answer.addCredit(1);
  expect(drains).toBe(0);
  answer.addCredit(1);
  expect(drains).toBe(1);
  answer.addCredit(5);
  expect(drains).toBe(1);
});

test.each<[string, () => void]>([
  ['all of it has left', () => answer.addCredit(2)],
  ['its client has gone', () => answer.leave()],
])('an answer that has ended is over once %s', (_when, end) => {
  let overs = 0;
  answer.data(Buffer.from('abc'));
  answer.end(7n);
  answer.whenOver(() => {
    overs += 1;
  });
  answer.addCredit(1);
  expect(overs).toBe(0);
  end();
  expect(overs).toBe(1);
  answer.whenOver(() => {
    overs += 1;
  });
  expect(overs).toBe(2);
});

test('a client that has gone frees what is kept, and nothing more is written', () => {
  answer.data(Buffer.from('abc'));
  answer.leave();
  expect(answer.gone.aborted).toBe(true);
  answer.addCredit(10);
  expect(answer.data(Buffer.from('d'))).toBe(true);
  answer.end(0n);
  expect(written).toEqual([]);
});

test('a client that left what waited for its credit is said to have used it', () => {
  const left: unknown[] = [];
  const answer = createAnswer({
    head: () => undefined,
    data: () => undefined,
    tail: () => undefined,
    refuse: () => undefined,
    left: (tail) => void left.push(tail),
  });
  answer.data(Buffer.from('abc'));
  answer.end(5n);
  answer.leave();
  answer.leave();
  expect(left).toEqual([{ tokens: 5n }]);
});

test('a refusal ends the answer, and only the first counts', () => {
  const first = new FaultError(fault('insufficient_user_quota'));
  answer.fail(first);
  answer.fail(new Error('later'));
  expect(refusal).toBe(first);
});

const broken = Buffer.from('data: {}\n\n');
const sign = Buffer.from(': keep-alive\n\n');
const signs = (): number => written.filter(({ data }) => data?.equals(sign)).length;

test('a sign of life follows a silence, and every further one', () => {
  answer.addCredit(1_000);
  answer.head(200, [], broken);
  answer.data(Buffer.from('a'));
  answer.beat(sign);
  expect(signs()).toBe(0);
  answer.beat(sign);
  answer.beat(sign);
  expect(signs()).toBe(2);
  answer.data(Buffer.from('b'));
  answer.beat(sign);
  expect(signs()).toBe(2);
});

test('nothing lives before the head, and nothing after the end', () => {
  answer.addCredit(1_000);
  for (let beats = 0; beats < 3; beats += 1) answer.beat(sign);
  expect(written).toEqual([]);
  answer.head(200, [], broken);
  answer.end(0n);
  for (let beats = 0; beats < 3; beats += 1) answer.beat(sign);
  expect(signs()).toBe(0);
});

test('a client that takes nothing gathers no signs', () => {
  answer.addCredit(10);
  answer.head(200, [], broken);
  answer.data(Buffer.alloc(20));
  for (let beats = 0; beats < 3; beats += 1) answer.beat(sign);
  answer.addCredit(10);
  // What was kept has left; there is no credit for more.
  for (let beats = 0; beats < 3; beats += 1) answer.beat(sign);
  expect(signs()).toBe(0);
  expect(sentBytes()).toBe(20);
});

test('nothing is put into what is no stream of frames', () => {
  answer.addCredit(1_000);
  answer.head(200, [], Buffer.alloc(0));
  answer.data(Buffer.from('sound'));
  for (let beats = 0; beats < 3; beats += 1) answer.beat(sign);
  expect(signs()).toBe(0);
});

test('in whatever order all of it happens, bytes keep to the credit, and the tail comes behind all of them', () => {
  const sizes = fc.constantFrom(0, 1, 7, 64 * 1024, 64 * 1024 + 1, 150_000);
  const steps = fc.oneof(
    sizes.map((data) => ({ data })),
    sizes.map((credit) => ({ credit })),
    fc.constantFrom('beat', 'end', 'leave'),
  );
  fc.assert(
    fc.property(fc.array(steps, { maxLength: 20 }), (all) => {
      const sent: Buffer[] = [];
      const given: Buffer[] = [];
      let [credit, sentBytes, tails, isEnded, hasLeft] = [0, 0, 0, false, false];
      const carried = createAnswer({
        head: () => undefined,
        data(bytes) {
          sent.push(bytes);
          sentBytes += bytes.length;
          expect(sentBytes).toBeLessThanOrEqual(credit);
          expect({ hasLeft, tails }).toEqual({ hasLeft: false, tails: 0 });
        },
        tail() {
          tails += 1;
          expect(Buffer.concat(sent).equals(Buffer.concat(given))).toBe(true);
        },
        refuse: () => undefined,
      });
      carried.head(200, [], Buffer.alloc(0));
      for (const step of all) {
        if (step === 'beat') carried.beat(sign);
        else if (step === 'leave') {
          hasLeft = true;
          carried.leave();
        } else if (step === 'end') {
          isEnded = true;
          carried.end(0n);
        } else if ('credit' in step) {
          credit += step.credit;
          carried.addCredit(step.credit);
        } else if (!isEnded) {
          const bytes = Buffer.alloc(step.data, given.length + 1);
          if (!hasLeft) given.push(bytes);
          const wasTaken = carried.data(bytes);
          expect(wasTaken || hasLeft).toBe(hasLeft || Buffer.concat(given).length <= credit);
        }
      }
      const whole = Buffer.concat(given);
      if (!hasLeft) expect(Buffer.concat(sent).equals(whole.subarray(0, credit))).toBe(true);
      expect(tails).toBeLessThanOrEqual(isEnded ? 1 : 0);
      if (isEnded && !hasLeft && whole.length <= credit) expect(tails).toBe(1);
    }),
    { numRuns: 300 },
  );
});
