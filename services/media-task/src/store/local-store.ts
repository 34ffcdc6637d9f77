import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { isPublicKey } from './keys.ts';
import type { Store, Stored } from './store.ts';

/** A file that has not been written to for so long has no writer. */
const leftoverMs = 24 * 3_600_000;
const mostLeftovers = 1_000;

/** Keeps files below a folder that every process of the service sees. They are written beside their place, and moved there. */
export function createLocalStore(folder: string, now: () => number = Date.now): Store {
  const pathOf = (key: string): string => join(folder, 'kept', key);
  const arriving = join(folder, 'arriving');

  async function find(key: string): Promise<Stored | undefined> {
    const found = await stat(pathOf(key)).catch(isMissing);
    return found && { sizeBytes: found.size, modifiedAt: found.mtime };
  }

  return {
    async put(key, bytes, { sizeBytes }) {
      const path = pathOf(key);
      await Promise.all([mkdir(arriving, { recursive: true }), mkdir(dirname(path), { recursive: true })]);
      const draft = join(arriving, randomUUID());
      try {
        const file = createWriteStream(draft, { flags: 'wx', flush: true });
        await pipeline(bytes, file);
        if (sizeBytes !== undefined && file.bytesWritten !== sizeBytes)
          throw new Error(`${file.bytesWritten} bytes came instead of ${sizeBytes}`);
        await rename(draft, path);
        await flushFolder(dirname(path));
      } catch (error) {
        await rm(draft, { force: true });
        throw error;
      }
    },
    find,
    async read(key, range) {
      const file = await open(pathOf(key)).catch(isMissing);
      return file && createReadStream('', { ...range, fd: file });
    },
    delete: (key) => rm(pathOf(key), { force: true }),
    async clear() {
      const names = (await readdir(arriving).catch(isMissing)) ?? [];
      for (const name of names.slice(0, mostLeftovers)) {
        const path = join(arriving, name);
        const draft = await stat(path).catch(isMissing);
        if (draft && draft.mtimeMs < now() - leftoverMs) await rm(path, { force: true });
      }
    },
    async addressOf(key, { baseUrl }) {
      return baseUrl === '' || !isPublicKey(key) ? undefined : `${baseUrl}/files/${key}`;
    },
    keyOf({ href }, { baseUrl }) {
      const start = `${baseUrl}/files/`;
      const key = href.slice(start.length);
      return baseUrl !== '' && href.startsWith(start) && isPublicKey(key) ? key : undefined;
    },
    async close() {},
  };
}

/** The new name is on the disk as well, not only the file. */
async function flushFolder(path: string): Promise<void> {
  const folder = await open(path);
  await folder.sync().finally(() => folder.close());
}

function isMissing(error: unknown): undefined {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
  throw error;
}
