/** Any life of a journal, cut off at any byte: what it is read back as, against a plain list of what was written. */
import { cpSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fc } from '@headgate/runtime/testing/properties';
import { expect, test } from 'vitest';
import { closeOf, deadCloses, openTestJournal, segmentPaths, settle, testRun } from '../testing/journals.ts';
import type { Journal } from './journal.ts';
import { recoverRun } from './recover.ts';
import type { OpenRequest } from './segment.ts';

/** Bytes that a record has beside an empty one, up to those that no journal takes. */
const pad = fc.oneof(fc.nat(300), fc.nat(4_000), fc.integer({ min: 7_300, max: 8_300 }));
const part = fc.nat(100).map((percent) => percent / 100);
const act = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('open' as const), pad }) },
  {
    weight: 5,
    arbitrary: fc.record({ kind: fc.constant('close' as const), which: part, more: fc.nat(300) }),
  },
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('serve' as const), pad: fc.nat(3_000) }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('trim' as const), to: part }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('read' as const),
      isNext: fc.boolean(),
      from: part,
      limit: fc.integer({ min: 1, max: 40 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('die' as const),
      at: part,
      how: fc.constantFrom('cut', 'zeros', 'noise'),
    }),
  },
);
type Act = typeof act extends fc.Arbitrary<infer T> ? T : never;

interface World {
  dir: string;
  journal: Journal;
  open: { id: string; bytes: number; request: OpenRequest }[];
  /** Ids in the order of their numbers. */
  closed: string[];
  /** So many of them the ledger has. */
  applied: number;
  /** Where the last reader stopped. */
  readTo: number;
}

const servedAtOnce = 40;

function play(world: World, step: Act): void | Promise<void> {
  const { journal, open, closed, applied } = world;
  const among = (share: number): number => applied + Math.floor((closed.length - applied) * share);
  switch (step.kind) {
    case 'open':
      return begin(world, step.pad);
    case 'close':
      return end(world, Math.floor(step.which * open.length), step.more);
    case 'serve':
      for (let count = 0; count < servedAtOnce; count += 1) {
        begin(world, step.pad);
        end(world, open.length - 1, 0);
      }
      return;
    case 'trim':
      world.applied = among(step.to);
      return journal.trim(BigInt(world.applied));
    case 'read': {
      const from = step.isNext ? Math.max(world.readTo, applied) : among(step.from);
      const ids = journal.readCloses(BigInt(from), step.limit).map(({ id }) => id);
      world.readTo = from + ids.length;
      return expect(ids).toEqual(closed.slice(from, from + step.limit));
    }
    case 'die':
      return dieAt(world, step.at, step.how);
  }
}

function begin({ journal, open, closed }: World, bytes: number): void {
  const id = `r${open.length + closed.length}`;
  const request = journal.open(closeOf(id, bytes));
  if (request) open.push({ id, bytes, request });
}

/** A request that could open can always close, with as many bytes more as a close has. */
function end({ journal, open, closed }: World, at: number, more: number): void {
  const [ending] = open.splice(at, 1);
  if (!ending) return;
  const { seq } = settle(journal, ending.request, ending.id, ending.bytes + more);
  expect(seq).toBe(BigInt(closed.push(ending.id)));
}

/** Dies where the disk has lost what was written last, from some byte on. */
async function dieAt(world: World, share: number, how: string): Promise<void> {
  const dir = mkdtempSync(join(tmpdir(), 'headgate-life-'));
  cpSync(world.dir, dir, { recursive: true });
  const path = segmentPaths(dir).findLast((one) => readFileSync(one).some((byte) => byte !== 0));
  if (path) {
    const bytes = readFileSync(path);
    const at = Math.floor((bytes.findLastIndex((byte) => byte !== 0) + 1) * share);
    if (how === 'cut') truncateSync(path, at);
    else writeFileSync(path, how === 'zeros' ? bytes.fill(0, at) : bytes.fill(0xa5, at, at + 100));
  }
  await checkLeft({ ...world, dir }, { isWhole: false });
  rmSync(dir, { recursive: true });
}

/** What a process leaves: every close that the ledger has not, each once and in order, and what was open as interrupted. */
async function checkLeft(
  { dir, open, closed, applied }: World,
  { isWhole }: { isWhole: boolean },
): Promise<void> {
  const dead = await recoverRun(dir, testRun);
  const known = Number(dead.lastSeq);
  if (isWhole) expect(known).toBe(closed.length);
  const [afterSeq, orphansAfter] = [BigInt(applied), BigInt(Math.max(known, applied))];
  const sent = await deadCloses(dead, { afterSeq, orphansAfter });
  expect(sent.map(({ seq }) => seq)).toEqual(sent.map((_, index) => BigInt(applied + index + 1)));
  expect(sent.every(({ model }) => /^m*$/.test(model))).toBe(true);
  const ids = sent.map(({ id }) => id);
  const left = closed.slice(applied, known);
  expect(ids.splice(0, left.length)).toEqual(left);
  expect(new Set(ids).size).toBe(ids.length);
  // A close that was lost leaves its request open.
  const unclosed = [...open.map(({ id }) => id), ...closed.slice(known)];
  if (isWhole) expect(ids.sort()).toEqual(unclosed.sort());
  else expect(unclosed).toEqual(expect.arrayContaining(ids));
}

test('whatever a journal went through, each close is found once and each open request is closed once', async () => {
  const life = fc.array(act, { minLength: 20, maxLength: 80, size: 'max' });
  await fc.assert(
    fc.asyncProperty(life, fc.constantFrom(3, 60, 60), async (steps, segments) => {
      const dir = mkdtempSync(join(tmpdir(), 'headgate-life-'));
      const world: World = {
        dir,
        journal: openTestJournal(dir, { segments }),
        open: [],
        closed: [],
        applied: 0,
        readTo: 0,
      };
      for (const step of steps) await play(world, step);
      await checkLeft(world, { isWhole: true });
      while (world.open.length > 0) end(world, 0, 300);
      await checkLeft(world, { isWhole: true });
      rmSync(dir, { recursive: true });
    }),
    { numRuns: 30 },
  );
});
