import { closeSync, fdatasyncSync, openSync, readdirSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { Close, Ending, Kind } from '@headgate/proto/gen/headgate/events/v1/events';
import { decodeRecords, encodeRecord } from './record.ts';
import { readSegment, segmentName, segmentNumber } from './segment.ts';

/** What a dead run left behind, complete: every request that it opened has a close. */
export interface DeadRun {
  run: string;
  dir: string;
  /** In rising seq. */
  closes: Close[];
  lastSeq: bigint;
  /** How many of them recovery had to close. */
  interrupted: number;
}

/** The runs under `dir` other than `exceptRun`. */
export function findDeadRuns(dir: string, exceptRun: string): string[] {
  return readdirSync(dir, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== exceptRun)
    .map((entry) => entry.name);
}

/**
 * Reads a dead run's journal and closes its orphans as interrupted: the house pays. The new closes are
 * written to the journal too, so that a second recovery finds the same seqs.
 */
export function recoverRun(dir: string, run: string): DeadRun {
  const runDir = join(dir, run);
  const numbers = readdirSync(runDir)
    .flatMap((name) => segmentNumber(name) ?? [])
    .sort((a, b) => a - b);
  const opens = new Map<string, Close>();
  const closes: Close[] = [];
  const closedIds = new Set<string>();
  for (const number of numbers) {
    for (const { kind, payload } of decodeRecords(readSegment(join(runDir, segmentName(number))))) {
      const record = Close.decode(payload);
      if (kind === 'open') {
        opens.set(record.id, record);
      } else {
        closes.push(record);
        closedIds.add(record.id);
      }
    }
  }
  closes.sort((a, b) => Number(a.seq - b.seq));
  let lastSeq = closes.at(-1)?.seq ?? 0n;
  const orphans = [...opens.values()]
    .filter(({ id }) => !closedIds.has(id))
    .map((open) => ({ ...open, seq: ++lastSeq, kind: Kind.INTERRUPTED, ending: Ending.INTERRUPTED }));
  writeCloses(runDir, (numbers.at(-1) ?? 0) + 1, orphans);
  return { run, dir: runDir, closes: [...closes, ...orphans], lastSeq, interrupted: orphans.length };
}

function writeCloses(runDir: string, number: number, closes: readonly Close[]): void {
  if (closes.length === 0) return;
  const file = openSync(join(runDir, segmentName(number)), 'wx');
  try {
    writeSync(
      file,
      Buffer.concat(closes.map((close) => encodeRecord('close', Close.encode(close).finish()))),
    );
    fdatasyncSync(file);
  } finally {
    closeSync(file);
  }
}
