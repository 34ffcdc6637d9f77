import { closeSync, globSync, openSync, readSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** Bytes of a record before its content: the content's length and its checksum. */
const headerBytes = 8;

/** How many bytes of records the runs of a gateway have written to its journal, segments that are gone included. */
export function journalPosition(directory: string): number {
  const runs = Map.groupBy(globSync(join(directory, '**', '*.segment')).sort(), (path) => dirname(path));
  return [...runs.values()].reduce((sum, segments) => sum + positionIn(segments), 0);
}

/**
 * Segments of a run are numbered, and each is as long as it may become from its beginning on. Behind the one that is written there may
 * be others, which are empty until it is full.
 */
function positionIn(segments: readonly string[]): number {
  const [first = ''] = segments;
  const written = segments.findLast((path) => endOfRecords(path) > 0) ?? first;
  return Number(basename(written, '.segment')) * statSync(written).size + endOfRecords(written);
}

/** Records follow each other until one has no length. */
function endOfRecords(path: string): number {
  const { size } = statSync(path);
  const file = openSync(path, 'r');
  const header = Buffer.alloc(headerBytes);
  try {
    for (let at = 0; at + headerBytes <= size; ) {
      readSync(file, header, 0, headerBytes, at);
      const length = header.readUInt32LE(0);
      if (length === 0) return at;
      at += headerBytes + length;
    }
    return size;
  } finally {
    closeSync(file);
  }
}
