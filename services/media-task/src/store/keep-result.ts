import type { WorkerContext } from '../context.ts';
import { insertFile } from '../sql/files.ts';
import type { Media, Task } from '../task/task.ts';
import type { FoundBytes } from '../upstreams/upstream.ts';
import { keepWritten } from './keep-written.ts';
import { drawKey, typeOfKey } from './keys.ts';

/** Longer than any result takes to be written. */
const writeLeaseMs = 2 * 3_600_000;

/** More than this is no result. */
const largestBytes = 2 * 1024 ** 3;

/** Brings a result to the store, as it comes. What is left of one whose process died is removed by the sweep. */
export async function keepResult(
  {
    knex,
    store,
    config,
  }: Pick<WorkerContext, 'knex' | 'store'> & {
    config: Pick<WorkerContext['config'], 'resultRetentionMs'>;
  },
  { userId }: Pick<Task, 'userId'>,
  { type: named, bytes }: Pick<FoundBytes, 'type' | 'bytes'>,
  sizeBytes?: number,
): Promise<Required<Pick<Media, 'key' | 'expiresAt'>>> {
  const key = drawKey('r', named);
  // A vendor's own words may be what no header and no column takes, or what a browser runs in the store's own site.
  const type = typeOfKey(key);
  const retentionMs = config.resultRetentionMs;
  let comeBytes = 0;
  const counted = async function* () {
    for await (const part of bytes) {
      comeBytes += part.length;
      if (comeBytes > largestBytes) throw new Error('the result is too large to be kept');
      yield part;
    }
  };
  await insertFile(knex, { key, purpose: 'result', userId, type }, writeLeaseMs);
  const known = sizeBytes ?? lengthOf(bytes);
  await store.put(key, counted(), { type, ...(known !== undefined && { sizeBytes: known }) });
  await keepWritten({ knex, store }, key, { sizeBytes: comeBytes, retentionMs });
  return { key, expiresAt: Date.now() + retentionMs };
}

/** What is in memory needs no file on its way to a store that wants the length first. */
function lengthOf(bytes: FoundBytes['bytes']): number | undefined {
  return Array.isArray(bytes)
    ? bytes.reduce((sum: number, part: Uint8Array) => sum + part.length, 0)
    : undefined;
}
