import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { repository } from '../start/repository.ts';
import { cores } from './pin.ts';

/** What the conversion of a cell costs by itself, in microseconds of CPU. */
export interface CodecCost {
  client: string;
  upstream: string;
  request: number;
  chunkAlone: number;
  chunkTogether: number;
}

const program = join(repository, 'services/text-gateway/src/bench/main.ts');

/** Runs the text-gateway's own measurement in a process of its own, of the cells whose names hold all the words. */
export async function measureCodecs(words: readonly string[]): Promise<CodecCost[]> {
  const pinned = ['-c', String(cores.gateway), process.execPath, program, ...words];
  const { stdout } = await promisify(execFile)('taskset', pinned);
  return JSON.parse(stdout);
}
