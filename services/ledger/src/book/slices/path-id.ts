import { hash } from 'node:crypto';

/** The name of a path as a UUID: the same for the same purses, whatever their ids contain. */
export function pathId(path: readonly string[]): string {
  const hex = hash('sha256', JSON.stringify(path), 'hex');
  const middle = `${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}`;
  return `${hex.slice(0, 8)}-${middle}-${hex.slice(20, 32)}`;
}
