import type { Header } from '@headgate/proto/gen/headgate/text/v1/text';
import { fc } from '@headgate/runtime/testing/properties';
import { beforeEach, expect, test } from 'vitest';
import { type Answer, createAnswer } from './answer.ts';
import { createArrayAnswer } from './array-answer.ts';

let sent: string;
let heads: { headers: Header[]; brokenFrame: string }[];
let answer: Answer;
const stream = [{ name: 'content-type', value: 'text/event-stream' }];
const error = Buffer.from('data: {"error":{"code":502}}\n\n');

beforeEach(() => {
  sent = '';
  heads = [];
  answer = createArrayAnswer({
    gone: new AbortController().signal,
    hasBegun: () => heads.length > 0,
    head: (_status, headers, brokenFrame) => heads.push({ headers, brokenFrame: brokenFrame.toString() }),
    data: (bytes) => {
      sent += bytes.toString();
      return true;
    },
    beat: (sign) => {
      sent += sign.toString();
    },
    end: () => undefined,
    fail: () => undefined,
    onDrain: () => undefined,
    whenOver: (run) => run(),
  });
});

const frame = (json: string): Buffer => Buffer.from(`data: ${json}\n\n`);

test('frames are the elements of one array, however they come', () => {
  answer.head(200, stream, error);
  answer.data(frame('{"a":1}'));
  answer.data(Buffer.concat([frame('{"b":2}'), Buffer.from(': nothing\n\n'), frame('{"c":3}')]));
  answer.data(Buffer.from('data: {"d":4}\r\n\r\n'));
  answer.end(0n);
  expect(sent).toBe('[{"a":1}\n,\n{"b":2}\n,\n{"c":3}\n,\n{"d":4}\n]');
  expect(heads).toEqual([
    {
      headers: [{ name: 'content-type', value: 'application/json' }],
      brokenFrame: ',\n{"error":{"code":502}}\n]',
    },
  ]);
});

test('an array that breaks behind its last element is whole with the broken frame', () => {
  answer.head(200, stream, error);
  answer.data(frame('{"a":1}'));
  expect(JSON.parse(sent + heads[0]?.brokenFrame)).toEqual([{ a: 1 }, { error: { code: 502 } }]);
});

test('signs of life stand between elements', () => {
  answer.head(200, stream, error);
  answer.data(frame('{"a":1}'));
  answer.beat(Buffer.from(': keep-alive\n\n'));
  answer.data(frame('{"b":2}'));
  answer.end(0n);
  expect(JSON.parse(sent)).toEqual([{ a: 1 }, { b: 2 }]);
});

test('a stream without an element is an empty array, and has begun all the same', () => {
  answer.head(200, stream, error);
  expect(answer.hasBegun()).toBe(true);
  answer.data(Buffer.from(': nothing\n\n'));
  expect(heads).toEqual([]);
  answer.end(0n);
  expect(heads).toHaveLength(1);
  expect(sent).toBe('[]');
});

test('an answer that is no stream passes', () => {
  answer.head(200, [{ name: 'content-type', value: 'application/json' }], Buffer.alloc(0));
  answer.data(Buffer.from('{"a":1}'));
  answer.end(0n);
  expect(sent).toBe('{"a":1}');
});

test('whatever comes, and however the client takes it, the array is whole JSON', () => {
  const elements = fc.tuple(fc.json({ maxDepth: 2 }), fc.constantFrom('', ': c\n', 'event: e\n'));
  const steps = fc.oneof(
    fc.array(elements, { maxLength: 3 }).map((sent) => ({ sent })),
    fc.nat(40).map((credit) => ({ credit })),
    fc.constant('beat' as const),
  );
  fc.assert(
    fc.property(fc.array(steps, { maxLength: 12 }), (all) => {
      let text = '';
      const client = createAnswer({
        head: () => undefined,
        data: (bytes) => {
          text += bytes.toString('latin1');
        },
        tail: () => undefined,
        refuse: () => undefined,
      });
      const array = createArrayAnswer(client);
      const wanted: unknown[] = [];
      array.head(200, stream, error);
      for (const step of all) {
        if (step === 'beat') array.beat(Buffer.from(': keep-alive\n\n'));
        else if ('credit' in step) client.addCredit(step.credit);
        else {
          array.data(Buffer.from(step.sent.map(([json, line]) => `${line}data: ${json}\n\n`).join('')));
          wanted.push(...step.sent.map(([json]) => JSON.parse(json)));
        }
      }
      array.end(0n);
      client.addCredit(1_000_000);
      expect(JSON.parse(Buffer.from(text, 'latin1').toString())).toEqual(wanted);
    }),
    { numRuns: 500 },
  );
});
