import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  closeOf,
  fillSegments,
  mustOpen,
  openAndClose,
  openTestJournal,
  segmentPaths,
  settle,
  testRun,
  testSegmentBytes,
} from '../testing/journals.ts';
import type { Journal } from './journal.ts';
import { decodeRecords } from './record.ts';
import { recoverRun } from './recover.ts';
import type { OpenRequest } from './segment.ts';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'headgate-journal-'));
});
afterEach(() => rmSync(dir, { recursive: true }));

/** Lets no file of this process grow beyond so many bytes: a write that would is cut short, the next fails. */
function withFileLimit(bytes: number, run: () => void): void {
  const ignore = (): void => undefined;
  const limit = (soft: string): void => {
    execFileSync('prlimit', ['--pid', String(process.pid), `--fsize=${soft}:`]);
  };
  process.on('SIGXFSZ', ignore);
  limit(String(bytes));
  try {
    run();
  } finally {
    limit('unlimited');
    process.off('SIGXFSZ', ignore);
  }
}

test('closes are numbered from 1 without gaps and can be read again', () => {
  const journal = openTestJournal(dir);
  for (const id of ['a', 'b', 'c']) openAndClose(journal, id);
  expect(journal.readCloses(0n, 10).map(({ id, seq }) => [id, seq])).toEqual([
    ['a', 1n],
    ['b', 2n],
    ['c', 3n],
  ]);
  expect(journal.readCloses(1n, 1).map(({ id }) => id)).toEqual(['b']);
  expect(journal.openRequests()).toBe(0);
});

test('closes are read on from any place, in any portions, over the ends of segments', () => {
  const journal = openTestJournal(dir);
  fillSegments(journal, 3);
  mustOpen(journal, 'open');
  const last = journal.lastSeq();
  for (const portion of [1, 7, 500]) {
    const seqs: bigint[] = [];
    for (let after = 0n; after < last; after = seqs.at(-1) ?? last)
      seqs.push(...journal.readCloses(after, portion).map(({ seq }) => seq));
    expect(seqs).toEqual(Array.from({ length: Number(last) }, (_, index) => BigInt(index + 1)));
  }
  expect(journal.readCloses(last, 10)).toEqual([]);
  openAndClose(journal, 'next');
  expect(journal.readCloses(last, 10).map(({ id }) => id)).toEqual(['next']);
  expect(journal.readCloses(0n, 1).map(({ seq }) => seq)).toEqual([1n]);
});

test('reading ends before a record that the disk has spoiled', () => {
  const journal = openTestJournal(dir);
  for (const id of ['a', 'b']) openAndClose(journal, id);
  const [path = ''] = segmentPaths(dir);
  const bytes = readFileSync(path);
  writeFileSync(path, bytes.fill(0, bytes.lastIndexOf('b') - 10, bytes.lastIndexOf('b')));
  expect(journal.readCloses(0n, 10).map(({ id }) => id)).toEqual(['a']);
  expect(journal.readCloses(1n, 10)).toEqual([]);
});

describe('room', () => {
  // Closes of 7,300 bytes waste the most of a segment's end.
  test.each([0, 6_760])(
    'whoever could open can close, although nobody else can (%i bytes more)',
    async (pad) => {
      const journal = openTestJournal(dir, { segments: pad === 0 ? 2 : 24 });
      const requests = [];
      for (;;) {
        const request = journal.open(closeOf(`r${requests.length}`, pad));
        if (!request) break;
        requests.push(request);
      }
      expect(requests.length).toBeGreaterThan(50);
      expect(journal.openRequests()).toBe(requests.length);
      expect(journal.hasRoom()).toBe(false);
      for (const [index, request] of requests.entries()) settle(journal, request, `r${index}`, pad + 480);
      expect(journal.readCloses(0n, 10_000)).toHaveLength(requests.length);
      expect(journal.openRequests()).toBe(0);
      expect(await recoverRun(dir, testRun)).toMatchObject({ orphans: [] });
    },
  );

  test('comes back when the ledger has booked', () => {
    const journal = openTestJournal(dir, { segments: 3 });
    for (;;) {
      const request = journal.open(closeOf('r'));
      if (!request) break;
      settle(journal, request, 'r');
    }
    expect(journal.hasRoom()).toBe(false);
    journal.trim(journal.lastSeq());
    expect(journal.open(closeOf('admitted'))).toBeDefined();
  });

  test('is shared with runs that died and are not finished, however many', () => {
    const runs = [1, 2, 3].map((last) => `019aa3c4-0000-7000-8000-00000000001${last}`);
    let now = 0;
    const journals = runs.map((run) => {
      const journal = openTestJournal(dir, { run, segments: 4, now: () => now });
      for (;;) {
        const request = journal.open(closeOf('r'));
        if (!request) return journal;
        settle(journal, request, 'r');
      }
    });
    const segments = runs.map((run) => segmentPaths(dir, run).length);
    expect(segments, 'each can begin, and so finish those before').toEqual([4, 1, 1]);
    const [first = '', ...others] = runs;
    const last = journals.at(-1);
    expect(last?.sizeBytes()).toBe(6 * testSegmentBytes);
    expect(last?.hasRoom()).toBe(false);
    for (const run of [first, ...others.slice(0, -1)]) rmSync(join(dir, run), { recursive: true });
    now += 1_000;
    expect(last?.hasRoom()).toBe(true);
    expect(last?.sizeBytes()).toBe(2 * testSegmentBytes);
  });

  test('a record that no segment could hold is refused', () => {
    expect(openTestJournal(dir).open(closeOf('a', 20_000))).toBeUndefined();
  });

  test('a close that is longer than its promise takes no room that others were promised', () => {
    const journal = openTestJournal(dir, { segments: 2 });
    const requests = [];
    for (let request = journal.open(closeOf('r')); request; request = journal.open(closeOf('r')))
      requests.push(request);
    const [greedy, ...others] = requests;
    if (!greedy) throw new Error('none could open');
    expect(() => settle(journal, greedy, 'r', 5_000)).toThrow('bytes more than were kept');
    for (const request of [...others, greedy]) settle(journal, request, 'r');
    expect(journal.lastSeq()).toBe(BigInt(requests.length));
  });
});

describe('a disk that refuses', () => {
  test('a close that is cut short changes nothing, and the next takes its number', async () => {
    const journal = openTestJournal(dir);
    const cut = mustOpen(journal, 'cut');
    const other = mustOpen(journal, 'other');
    withFileLimit(other.segment.at + 20, () => {
      expect(() => settle(journal, cut, 'cut')).toThrow('EFBIG');
    });
    expect([journal.lastSeq(), journal.openRequests()]).toEqual([0n, 2]);
    expect((await recoverRun(dir, testRun)).orphans.map(({ id }) => id)).toEqual(['cut', 'other']);

    expect(settle(journal, other, 'other').seq).toBe(1n);
    expect((await recoverRun(dir, testRun)).orphans.map(({ id }) => id)).toEqual(['cut']);
    expect(settle(journal, cut, 'cut').seq).toBe(2n);
    expect(journal.readCloses(0n, 10).map(({ id }) => id)).toEqual(['other', 'cut']);
    expect(journal.openRequests()).toBe(0);
  });

  test('lets those close that are open, and is asked for more only once a second', () => {
    let now = 0;
    const journal = openTestJournal(dir, { now: () => now });
    const before = segmentPaths(dir);
    const requests: OpenRequest[] = [];
    withFileLimit(testSegmentBytes - 1, () => {
      for (let request = journal.open(closeOf('r')); request; request = journal.open(closeOf('r')))
        requests.push(request);
      expect(segmentPaths(dir), 'the half of a segment is cleared away').toEqual(before);
    });
    expect(requests.length).toBeGreaterThan(50);
    now = 999;
    expect(journal.hasRoom(), 'although there is room by now').toBe(false);
    expect(journal.open(closeOf('r'))).toBeUndefined();
    now = 1_000;
    expect(journal.hasRoom()).toBe(true);
    for (const request of requests) settle(journal, request, 'r');
  });

  test('says why, until it takes a segment again', () => {
    let now = 0;
    const journal = openTestJournal(dir, { now: () => now });
    const away = join(dir, '..', `${basename(dir)}-away`);
    renameSync(dir, away);
    while (journal.hasRoom()) settle(journal, mustOpen(journal, 'r'), 'r');
    expect(journal.refusal()).toMatchObject({ code: 'ENOENT' });
    expect(journal.sizeBytes()).toBe(testSegmentBytes);
    renameSync(away, dir);
    now = 1_001;
    expect(journal.hasRoom()).toBe(true);
    expect(journal.refusal()).toBeUndefined();
  });

  test('keeps a segment that it does not let go, which goes with the next try', () => {
    const journal = openTestJournal(dir);
    fillSegments(journal, 2);
    const before = journal.sizeBytes();
    const [path = ''] = segmentPaths(dir);
    const hidden = join(dir, 'hidden');
    renameSync(path, hidden);
    mkdirSync(path);
    expect(() => journal.trim(journal.lastSeq())).toThrow();
    expect(journal.sizeBytes()).toBe(before);
    rmdirSync(path);
    renameSync(hidden, path);
    journal.trim(journal.lastSeq());
    expect(journal.sizeBytes()).toBeLessThan(before);
    expect(segmentPaths(dir)).not.toContain(path);
  });

  test('is asked at once when the ledger has booked and a segment went', () => {
    const journal = openTestJournal(dir, { now: () => 0 });
    fillSegments(journal, 2);
    withFileLimit(testSegmentBytes - 1, () => {
      while (journal.open(closeOf('r')));
    });
    expect(journal.hasRoom()).toBe(false);
    journal.trim(journal.lastSeq());
    expect(journal.hasRoom()).toBe(true);
  });

  test('is named when not even the first segment fits', () => {
    withFileLimit(1_000, () => expect(() => openTestJournal(dir)).toThrow('has no room for one segment'));
  });

  test('keeps no dead run from being finished, which makes room', async () => {
    const dead = '019aa3c4-0000-7000-8000-000000000002';
    openAndClose(openTestJournal(dir, { run: dead }), 'a');
    let nowMs = 0;
    let journal = undefined as Journal | undefined;
    withFileLimit(1_000, () => {
      journal = openTestJournal(dir, { now: () => nowMs });
      expect(journal.hasRoom()).toBe(false);
      expect(journal.open(closeOf('b'))).toBeUndefined();
    });
    if (!journal) throw new Error('the journal was not opened');
    expect((await recoverRun(dir, dead)).lastSeq).toBe(1n);
    rmSync(join(dir, dead), { recursive: true });
    nowMs = 2_000;
    expect(journal.hasRoom()).toBe(true);
    for (const id of ['b', 'c']) openAndClose(journal, id);
    journal.trim(1n);
    expect(journal.readCloses(0n, 10).map(({ id }) => id)).toEqual(['b', 'c']);
    expect(segmentPaths(dir)).toHaveLength(1);
    expect((await recoverRun(dir, testRun)).lastSeq).toBe(2n);
  });
});

describe('trimming', () => {
  test('removes nothing that is not booked', () => {
    const journal = openTestJournal(dir);
    fillSegments(journal, 3);
    journal.trim(0n);
    expect(journal.readCloses(0n, 100_000)).toHaveLength(Number(journal.lastSeq()));
    journal.trim(journal.lastSeq() - 1n);
    expect(journal.readCloses(journal.lastSeq() - 1n, 10)).toHaveLength(1);
  });

  test('an open request keeps its segment, until it is carried forward', async () => {
    const journal = openTestJournal(dir);
    const long = mustOpen(journal, 'long');
    fillSegments(journal, 3);
    const [oldest = ''] = segmentPaths(dir);
    journal.trim(journal.lastSeq());
    expect(existsSync(oldest)).toBe(true);

    fillSegments(journal, 12);
    journal.trim(journal.lastSeq());
    expect(existsSync(oldest)).toBe(false);
    expect((await recoverRun(dir, testRun)).orphans).toMatchObject([{ id: 'long' }]);
    expect(settle(journal, long, 'long').seq).toBe(journal.lastSeq());
  });

  test('what is carried forward twice is what was opened', async () => {
    const journal = openTestJournal(dir);
    const long = mustOpen(journal, 'long', 300);
    for (let times = 0; times < 2; times += 1) {
      fillSegments(journal, 12);
      journal.trim(journal.lastSeq());
    }
    const { path, reserved, model } = closeOf('long', 300);
    expect((await recoverRun(dir, testRun)).orphans).toMatchObject([{ id: 'long', path, reserved, model }]);
    expect(settle(journal, long, 'long').seq).toBe(journal.lastSeq());
  });

  test('a record that the disk has lost is not carried forward as something else; its segment goes with its request', async () => {
    const journal = openTestJournal(dir);
    const lost = mustOpen(journal, 'lost');
    mustOpen(journal, 'long');
    fillSegments(journal, 12);
    const [oldest = ''] = segmentPaths(dir);
    writeFileSync(oldest, readFileSync(oldest).fill(0, 20, 40));
    journal.trim(journal.lastSeq());
    expect(existsSync(oldest)).toBe(true);
    expect((await recoverRun(dir, testRun)).orphans).toMatchObject([{ id: 'long' }]);
    settle(journal, lost, 'lost');
    journal.trim(journal.lastSeq());
    expect(existsSync(oldest)).toBe(false);
    expect((await recoverRun(dir, testRun)).orphans).toMatchObject([{ id: 'long' }]);
  });

  test('a request that the disk refuses to carry forward stays where it is, and is carried by the next try', async () => {
    const journal = openTestJournal(dir);
    mustOpen(journal, 'long');
    fillSegments(journal, 12);
    const [oldest = ''] = segmentPaths(dir);
    withFileLimit(1, () => expect(() => journal.trim(journal.lastSeq())).toThrow('EFBIG'));
    expect(existsSync(oldest)).toBe(true);
    journal.trim(journal.lastSeq());
    expect(existsSync(oldest)).toBe(false);
    expect((await recoverRun(dir, testRun)).orphans).toMatchObject([{ id: 'long' }]);
  });

  test('nothing is carried forward from a segment that must stay anyway', () => {
    const journal = openTestJournal(dir);
    mustOpen(journal, 'long');
    fillSegments(journal, 12);
    const opens = (): number =>
      segmentPaths(dir)
        .flatMap((path) => [...decodeRecords(readFileSync(path))])
        .filter(({ kind }) => kind === 'open').length;
    const before = opens();
    journal.trim(0n);
    expect(opens()).toBe(before);
    journal.trim(journal.lastSeq());
    expect(segmentPaths(dir).length).toBeLessThan(8);
  });
});
