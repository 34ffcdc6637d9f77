import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Close, Kind } from '@headgate/proto/gen/headgate/events/v1/events';
import { type Journal, openJournal } from '../journal/journal.ts';
import { readDeadCloses } from '../journal/read-dead-closes.ts';
import type { DeadRun } from '../journal/recover.ts';
import type { OpenRequest } from '../journal/segment.ts';

export const testRun = '019aa3c4-0000-7000-8000-000000000001';
export const testSegmentBytes = 64 * 1024;

/** A journal of small segments, in a directory of its own under `dir`. */
export function openTestJournal(
  dir: string,
  of: { run?: string; segments?: number; now?: () => number } = {},
): Journal {
  const { run = testRun, segments = 64, now } = of;
  const sizes = { segmentBytes: testSegmentBytes, maxBytes: segments * testSegmentBytes };
  return openJournal({ dir, run, ...sizes, ...(now && { now }) });
}

/** The open record of a request; `pad` makes it longer by so many bytes. */
export function closeOf(id: string, pad = 0): Close {
  return Close.fromPartial({
    id,
    run: testRun,
    path: ['key:1', 'user:1'],
    reserved: 7n,
    kind: Kind.INTERRUPTED,
    model: 'm'.repeat(pad),
  });
}

export function mustOpen(journal: Journal, id: string, pad = 0): OpenRequest {
  const request = journal.open(closeOf(id, pad));
  if (!request) throw new Error('no room');
  return request;
}

export function settle(journal: Journal, request: OpenRequest, id: string, pad = 0): Close {
  return journal.close(request, { ...closeOf(id, pad), kind: Kind.SETTLE, consumed: 3n }).close;
}

export function openAndClose(journal: Journal, id: string, pad = 0): Close {
  return settle(journal, mustOpen(journal, id, pad), id, pad);
}

/** Paths of a run's segments, oldest first. */
export function segmentPaths(dir: string, run = testRun): string[] {
  return readdirSync(join(dir, run))
    .sort()
    .map((name) => join(dir, run, name));
}

/** Opens and closes requests until so many more segments were begun. */
export function fillSegments(journal: Journal, count: number): void {
  let begun = 0;
  let at = mustOpen(journal, 'fill');
  for (;;) {
    settle(journal, at, 'fill');
    const next = mustOpen(journal, 'fill');
    if (next.segment !== at.segment) begun += 1;
    at = next;
    if (begun < count) continue;
    settle(journal, at, 'fill');
    return;
  }
}

/** All that a dead run would send. */
export async function deadCloses(
  dead: DeadRun,
  { afterSeq = 0n, orphansAfter = dead.lastSeq, maxFilled = 1_000n } = {},
): Promise<Close[]> {
  const all: Close[] = [];
  for await (const { closes } of readDeadCloses(dead, { afterSeq, orphansAfter, maxFilled }))
    all.push(...closes);
  return all;
}
