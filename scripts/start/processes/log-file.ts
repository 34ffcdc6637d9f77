import { closeSync, copyFileSync, openSync, readSync, statSync, truncateSync } from 'node:fs';

const maxLogBytes = 20 * 1024 * 1024;

/** Opens a log for a child to append to. */
export function openLog(path: string): number {
  return openSync(path, 'a', 0o600);
}

/**
 * Keeps a log below its bound: what it holds goes to one older file, which it replaces. The child keeps its
 * descriptor, hence the copy; a line written between the two steps is lost.
 */
export function boundLog(path: string, maxBytes = maxLogBytes): void {
  try {
    if (statSync(path).size <= maxBytes) return;
    copyFileSync(path, `${path}.1`);
    truncateSync(path);
  } catch {
    // A log that is gone, or a full disk, is no reason to stop serving.
  }
}

export function sizeOfLog(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

/** The last lines of a log, from a place in it on, for showing why a process died. */
export function lastLines(path: string, { lines = 15, maxBytes = 16 * 1024, fromBytes = 0 } = {}): string[] {
  try {
    const size = sizeOfLog(path);
    // A log that is shorter than the place was bounded since.
    const begin = Math.max(size - maxBytes, fromBytes <= size ? fromBytes : 0);
    const buffer = Buffer.alloc(size - begin);
    const file = openSync(path, 'r');
    try {
      readSync(file, buffer, 0, buffer.length, begin);
    } finally {
      closeSync(file);
    }
    return buffer.toString('utf8').trimEnd().split('\n').slice(-lines);
  } catch {
    return [];
  }
}
