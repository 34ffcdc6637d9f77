import { closeSync, copyFileSync, openSync, readSync, statSync, truncateSync } from 'node:fs';

export const maxLogBytes = 20 * 1024 * 1024;

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

/** The last lines of a log, for showing why a process died. */
export function lastLines(path: string, { lines = 15, maxBytes = 16 * 1024 } = {}): string[] {
  try {
    const file = openSync(path, 'r');
    try {
      const { size } = statSync(path);
      const buffer = Buffer.alloc(Math.min(size, maxBytes));
      readSync(file, buffer, 0, buffer.length, size - buffer.length);
      return buffer.toString('utf8').trimEnd().split('\n').slice(-lines);
    } finally {
      closeSync(file);
    }
  } catch {
    return [];
  }
}
