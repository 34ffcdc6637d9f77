import { hash } from 'node:crypto';

/** The name of a path as a UUID: the same for the same purses, whatever their ids contain. */
export function pathId(path: readonly string[]): string {
  const hex = hash('sha256', JSON.stringify(path), 'hex');
  const ends = [0, 8, 12, 16, 20, 32];
  return ends
    .slice(1)
    .map((end, index) => hex.slice(ends[index], end))
    .join('-');
}
