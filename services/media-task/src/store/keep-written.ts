import type { Knex } from 'knex';
import { keepFile } from '../sql/files.ts';
import type { Store } from './store.ts';

/**
 * Keeps a file that has been written, for so long from when it was first heard of. Throws where its writer was away for longer
 * than its lease: the sweep has forgotten the file, and so would nobody remove what was written since.
 */
export async function keepWritten(
  { knex, store }: { knex: Knex; store: Store },
  key: string,
  file: { sizeBytes: number; retentionMs: number },
): Promise<void> {
  if (await keepFile(knex, key, file)) return;
  await store.delete(key);
  throw new Error('a file was written for longer than it was waited for');
}
