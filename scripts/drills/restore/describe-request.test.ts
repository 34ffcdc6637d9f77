import { Close } from '@headgate/proto/gen/headgate/events/v1/events';
import { expect, test } from 'vitest';
import { explain, type Traces } from './describe-request.ts';

const id = '019a0000-0000-7000-8000-000000000001';
const beganAtMs = 0x019a_0000_0000;
const run = '11111111-1111-4111-8111-111111111111';

const traces: Traces = {
  known: { cursorSeq: 7n, appliedSeqs: new Map([[run, 3n]]), entryIds: new Set(), tasks: new Map() },
  sent: new Map(),
  films: new Set(),
  backedUpAtMs: beganAtMs + 2_500,
  lostAtMs: beganAtMs + 9_000,
};

test('a violation says what its request was, what the backup had of it, and where its close is', () => {
  const close = Close.fromPartial({ id, run, seq: 5n, status: 200, attempts: 1 });
  const sent = new Map([
    [
      id,
      [
        { close, messageSeq: 8 },
        { close, messageSeq: 12 },
      ],
    ],
  ]);
  expect(explain(`${id} was served`, { ...traces, sent })).toBe(
    `${id} was served (text; began 2.5 s before the backup, 9.0 s before the loss; the backup has no entry; ` +
      `its close (status 200, attempts 1) is in message 8, 12, number 5 of a run booked to 3; the backup's cursor is at 7)`,
  );
});

test('a film whose close was never sent is told from text', () => {
  const { known } = traces;
  const seen = { ...known, entryIds: new Set([id]), tasks: new Map([[id, 'queued']]) };
  expect(explain(id, { ...traces, known: seen, films: new Set([id]) })).toBe(
    `${id} (a film; began 2.5 s before the backup, 9.0 s before the loss; the backup has its entry, ` +
      `and its task as queued; the stream has no close of it)`,
  );
});

test('a violation without a request stays as it is', () => {
  expect(explain('user:1 still holds 5', traces)).toBe('user:1 still holds 5');
});
