import { type FileHandle, mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Of all files of a process together; below the size of `/tmp` that a pod has. */
const mostSpooledBytes = 3 * 1024 ** 3;

const readAtATime = 256 * 1024;

type Bytes = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

export type Spool = <T>(
  bytes: Bytes,
  use: (whole: AsyncIterable<Uint8Array>, sizeBytes: number) => Promise<T>,
) => Promise<T>;

/**
 * Writes streams of unknown length to files for as long as they are needed: some stores want the length first. Whoever would
 * make them too large together is refused, and comes again. A file has no name: nothing is left of a process that dies.
 */
export function createSpool({ folder = tmpdir(), mostBytes = mostSpooledBytes } = {}): Spool {
  let spooledBytes = 0;

  return async (bytes, use) => {
    const file = await openNameless(folder);
    let sizeBytes = 0;
    try {
      for await (const part of bytes) {
        if (spooledBytes + part.length > mostBytes)
          throw new Error('too much is on its way to the store at once');
        spooledBytes += part.length;
        sizeBytes += part.length;
        await file.appendFile(part);
      }
      return await use(readWhole(file), sizeBytes);
    } finally {
      await file.close();
      spooledBytes -= sizeBytes;
    }
  };
}

async function openNameless(folder: string): Promise<FileHandle> {
  const place = await mkdtemp(join(folder, 'headgate-spool-'));
  try {
    return await open(join(place, 'file'), 'wx+');
  } finally {
    await rm(place, { recursive: true, force: true });
  }
}

/** Opens nothing of its own, which would stay open where nobody begins to read. */
async function* readWhole(file: FileHandle): AsyncGenerator<Uint8Array> {
  for (let position = 0; ; ) {
    const { bytesRead, buffer } = await file.read({ buffer: Buffer.allocUnsafe(readAtATime), position });
    if (bytesRead === 0) return;
    position += bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}
