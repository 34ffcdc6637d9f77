import { expect, onTestFinished, test, vi } from 'vitest';
import { createLog } from '../log.ts';
import { fc } from '../testing/properties.ts';
import { createQuickLines, type LineMember } from './quick-lines.ts';

const names = ['requestId', 'count', 'isStream', 'odd "name"', 'last'] as const;
type Members = Record<(typeof names)[number], LineMember>;

function writeBoth(
  members: Members,
  level: 'debug' | 'info' = 'info',
  least = 'debug',
): [string[], string[]] {
  vi.useFakeTimers({ now: new Date('2026-11-26T01:02:03.045Z'), toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const [own, quick]: [string[], string[]] = [[], []];
  createLog('test', least, { write: (line) => own.push(line) })[level](members, 'a "request"');
  const log = createLog('test', least, { write: (line) => quick.push(line) });
  createQuickLines(log, names, 'a "request"')(level, members);
  return [own, quick];
}

test('a line is what the log itself writes', () => {
  const some: Members = { requestId: 'r1', count: 1.5, isStream: false, 'odd "name"': 'x', last: undefined };
  const [own, quick] = writeBoth(some);
  expect(quick).toEqual(own);
  expect(own).toHaveLength(1);
});

test('whatever its members are', () => {
  const member = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string(),
    fc.double(),
    fc.integer(),
    fc.boolean(),
    fc.constant(undefined),
  );
  const any = fc.record({
    requestId: member,
    count: member,
    isStream: member,
    'odd "name"': member,
    last: member,
  });
  fc.assert(
    fc.property(any, (members) => {
      const [own, quick] = writeBoth(members);
      expect(quick).toEqual(own);
    }),
    { numRuns: 2_000 },
  );
});

test('a line below the level is not written', () => {
  const members: Members = { requestId: 'r1', count: 1, isStream: true, 'odd "name"': 2, last: 3 };
  expect(writeBoth(members, 'debug', 'info')).toEqual([[], []]);
  expect(writeBoth(members, 'debug', 'debug')[1]).toHaveLength(1);
});

test('a name that holds secrets has no line', () => {
  expect(() => createQuickLines(createLog('test', 'info'), ['cookie'], 'request')).toThrow('cookie');
});
