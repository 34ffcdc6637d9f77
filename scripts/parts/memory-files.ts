import { sep } from 'node:path';

/** Where Linux keeps files in memory; it may be missing, or small, as in containers. */
export const memoryFiles = '/dev/shm';

/** Whether nothing of a folder outlives the machine's next start. */
export function isInMemory(path: string): boolean {
  return path.startsWith(memoryFiles + sep);
}
