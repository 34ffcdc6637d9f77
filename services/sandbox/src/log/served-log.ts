import { closeSync, mkdirSync, openSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Usage } from '../answer/meter.ts';
import type { DialectName } from '../exchange/dialect.ts';
import type { Outcome } from '../exchange/exchange.ts';

/** One request that has ended, in the order in which they ended. */
export interface ServedRequest {
  requestId: string | null;
  attempt: number | null;
  dialect: DialectName | 'realtime';
  /** Null when the request did not get far enough to name one. */
  model: string | null;
  usage: Usage;
  outcome: Outcome;
  /** The HTTP status sent; null when none was. */
  status: number | null;
  /** The kind of the fault that was played; null for none. */
  fault: string | null;
}

export interface ServedLog {
  append(request: ServedRequest): void;
  /** A JSON array of the entries with an id above `after`, or the oldest id kept when some of them are gone. */
  after(id: number): { type: 'entries'; json: string } | { type: 'dropped'; oldestId: number };
  /** Everything kept. */
  all(): string;
  close(): void;
}

/** Entries kept in memory, at about 300 bytes each; up to a tenth more before the oldest are dropped. */
const keptEntries = 200_000;

/**
 * The truth about what was served. With a file each entry is also a line there, in the hands of the operating
 * system before the next event, so that a killed process loses none. Ids rise by one from 1 in each process.
 */
export function createServedLog(file: string | null, kept = keptEntries): ServedLog {
  if (file !== null) mkdirSync(dirname(file), { recursive: true });
  const descriptor = file === null ? null : openSync(file, 'a');
  let lines: string[] = [];
  let dropped = 0;
  return {
    append(request) {
      const line = JSON.stringify({ id: dropped + lines.length + 1, ...request });
      lines.push(line);
      if (descriptor !== null) writeSync(descriptor, `${line}\n`);
      if (lines.length <= kept * 1.1) return;
      dropped += lines.length - kept;
      lines = lines.slice(-kept);
    },
    after(id) {
      if (id < dropped) return { type: 'dropped', oldestId: dropped + 1 };
      return { type: 'entries', json: `[${lines.slice(id - dropped).join(',')}]` };
    },
    all: () => `[${lines.join(',')}]`,
    close() {
      if (descriptor !== null) closeSync(descriptor);
    },
  };
}
