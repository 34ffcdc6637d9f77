import { closeSync, globSync, openSync, readSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';

/** Bytes of a record before its content: the content's length and its checksum. */
const headerBytes = 8;

/** How many bytes of records the runs of a gateway have written to its journal, segments that are gone included. */
export function journalPosition(directory: string): number {
  const newest = new Map(
    globSync(join(directory, '**', '*.segment'))
      .sort()
      .map((path) => [join(path, '..'), path]),
  );
  return [...newest.values()].reduce((sum, path) => sum + positionIn(path), 0);
}

/** Segments of a run are numbered, and each is as long as it may become from its beginning on. */
function positionIn(path: string): number {
  const { size } = statSync(path);
  return Number(basename(path, '.segment')) * size + endOfRecords(path, size);
}

/** Records follow each other until one has no length. */
function endOfRecords(path: string, size: number): number {
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
