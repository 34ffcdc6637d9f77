import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';

/** Writes a stream of unknown length to a file for as long as it is needed: some stores want the length first. */
export async function spool<T>(
  bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  use: (whole: AsyncIterable<Uint8Array>, sizeBytes: number) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'headgate-spool-'));
  const path = join(folder, 'file');
  try {
    const file = createWriteStream(path, { flags: 'wx' });
    await pipeline(bytes, file);
    return await use(createReadStream(path), file.bytesWritten);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
