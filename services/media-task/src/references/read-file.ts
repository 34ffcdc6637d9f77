import { sniffType } from '../families/members/sniff.ts';
import type { Reference } from '../families/wish.ts';

const megabyte = 1024 * 1024;

/** What is taken of a file that has to be sent on as bytes. */
const largestBytes: Record<Reference['kind'], number> = {
  image: 20 * megabyte,
  video: 15 * megabyte,
  audio: 15 * megabyte,
};

export type ReadResult =
  | { bytes: Buffer; type: string }
  /** `busy`: this process holds as much as it may. */
  | { failure: 'too_large' | 'bad_type' | 'busy' };

/**
 * Reads a file whole. What anybody says of its length and type is not believed.
 * @param grow takes note of bytes that are held from now on; false when there is no room for them.
 */
export async function readFile(
  stream: AsyncIterable<unknown>,
  kind: Reference['kind'],
  grow: (addedBytes: number) => boolean,
): Promise<ReadResult> {
  const chunks: Buffer[] = [];
  let sizeBytes = 0;
  for await (const chunk of stream) {
    if (!Buffer.isBuffer(chunk)) throw new Error('the file is no bytes');
    sizeBytes += chunk.length;
    if (sizeBytes > largestBytes[kind]) return { failure: 'too_large' };
    if (!grow(chunk.length)) return { failure: 'busy' };
    chunks.push(chunk);
  }
  const bytes = Buffer.concat(chunks);
  const type = sniffType(bytes);
  return type?.startsWith(`${kind}/`) ? { bytes, type } : { failure: 'bad_type' };
}
