import { closeSync, globSync, openSync, readFileSync, statSync, truncateSync, writeSync } from 'node:fs';
import { join } from 'node:path';

/** The last record of a dead gateway's journal, which a test may tear. */
export interface JournalTail {
  /** Ends the file in the middle of the record. */
  cut(): void;
  /** Replaces the record's second half with zeros. */
  blank(): void;
  /** Writes the first half of a record behind it, as a process does that dies while it appends. */
  beginAnother(): void;
}

/** Finds the record that was written last under a journal's directory. */
export function findJournalTail(directory: string): JournalTail {
  const [path] = globSync(join(directory, '*', '*.segment')).sort(
    (one, other) => statSync(other).mtimeMs - statSync(one).mtimeMs,
  );
  if (!path) throw new Error(`There is no journal in ${directory}`);
  const { at, end } = findLastRecord(readFileSync(path));
  const middle = Math.floor((at + end) / 2);
  return {
    cut: () => truncateSync(path, middle),
    blank: () => write(path, Buffer.alloc(end - middle), middle),
    beginAnother: () => write(path, readFileSync(path).subarray(at, middle), end),
  };
}

/** Bytes of a record before its content: the content's length and its checksum. */
const headerBytes = 8;

/** Records follow each other until one has no length. */
function findLastRecord(segment: Buffer): { at: number; end: number } {
  let last = { at: 0, end: 0 };
  for (;;) {
    const length = segment.readUInt32LE(last.end);
    if (length === 0) return last;
    last = { at: last.end, end: last.end + headerBytes + length };
  }
}

function write(path: string, bytes: Buffer, at: number): void {
  const file = openSync(path, 'r+');
  writeSync(file, bytes, 0, bytes.length, at);
  closeSync(file);
}
