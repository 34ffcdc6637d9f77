import { readFileSync } from 'node:fs';
import type { Served } from '../e2e/testing/world.ts';

/** All that the sandbox has logged into a file: it keeps less in memory than half an hour of load may bring. */
export function readServed(file: string): Served[] {
  const lines = readFileSync(file, 'utf8').split('\n').slice(0, -1);
  return lines.map((line) => JSON.parse(line) as Served);
}
