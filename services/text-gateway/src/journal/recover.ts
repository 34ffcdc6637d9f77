import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Close, Ending, Kind } from '@headgate/proto/gen/headgate/events/v1/events';
import { decodeRecords } from './record.ts';
import { isSegmentName } from './segment.ts';

/** What a dead run left behind. Its closes stay on disk until they are sent: there may be a million. */
export interface DeadRun {
  run: string;
  dir: string;
  /** Oldest first. */
  segments: DeadSegment[];
  /** The highest seq that any record speaks of. */
  lastSeq: bigint;
  /** Requests that were open, closed as interrupted: the house pays. They have no seq yet. */
  orphans: Close[];
}

export interface DeadSegment {
  path: string;
  /** The highest close in it; 0 when there is none. */
  lastSeq: bigint;
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The runs under `dir` other than `exceptRun`. A directory with another name is none of ours. */
export function findDeadRuns(dir: string, exceptRun: string): string[] {
  return readdirSync(dir, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && uuid.test(entry.name) && entry.name !== exceptRun)
    .map((entry) => entry.name);
}

/**
 * Reads a dead run's journal and finds its orphans. Writes nothing, so that a full disk does not keep a run
 * from ending and a second recovery finds the same. Between segments others have their turn; a segment of
 * 4 MB takes about 15 ms.
 */
export async function recoverRun(dir: string, run: string): Promise<DeadRun> {
  const runDir = join(dir, run);
  const names = readdirSync(runDir).filter(isSegmentName).sort();
  const segments: DeadSegment[] = [];
  /** Payloads of open records by request id. */
  const opens = new Map<string, Buffer>();
  let lastSeq = 0n;
  for (const name of names) {
    const segment: DeadSegment = { path: join(runDir, name), lastSeq: 0n };
    for (const { kind, seq, payload } of decodeRecords(await readFile(segment.path))) {
      if (seq > lastSeq) lastSeq = seq;
      if (kind === 'open') {
        opens.set(readId(payload), payload);
      } else {
        opens.delete(readId(payload));
        segment.lastSeq = seq;
      }
    }
    segments.push(segment);
    // What is still open must not keep the whole segment in memory.
    for (const [id, payload] of opens) opens.set(id, Buffer.from(payload));
  }
  return { run, dir: runDir, segments, lastSeq, orphans: [...opens.values()].map(toInterrupted) };
}

function toInterrupted(payload: Buffer): Close {
  return { ...Close.decode(payload), kind: Kind.INTERRUPTED, ending: Ending.INTERRUPTED };
}

/** First byte of a `Close` that begins with its id, as ours do. */
const idTag = 0x0a;

/** The id alone: decoding whole closes makes a recovery ten times as long. */
function readId(payload: Buffer): string {
  const length = payload[1] ?? 0;
  if (payload[0] !== idTag || length >= 0x80) return Close.decode(payload).id;
  return payload.toString('utf8', 2, 2 + length);
}
