import type { HopAnswer } from '@headgate/runtime/outbound/open-hop';
import { readMediaType } from '../canon/media/media-type.ts';
import { beginsAs, type MediaKind, takenTypes } from './media-types.ts';
import type { Failure, FetchResult } from './outcomes.ts';

/** Takes note of bytes as they come; tells when there are more than may be. */
export type Grow = (itemBytes: number, addedBytes: number) => Failure | undefined;

/** Reads an answer that is not a redirect. What its head says of its length is not believed. */
export async function readMedia(
  { statusCode, headers, body }: HopAnswer,
  kind: MediaKind,
  grow: Grow,
): Promise<FetchResult> {
  if (statusCode !== 200) return { failure: 'bad_status' };
  const mediaType = readMediaType(String(headers['content-type'] ?? ''));
  if (!takenTypes[kind].includes(mediaType)) return { failure: 'bad_type' };
  const chunks: Buffer[] = [];
  let sizeBytes = 0;
  for await (const chunk of body) {
    if (!Buffer.isBuffer(chunk)) throw new Error('The body is no bytes');
    sizeBytes += chunk.length;
    const failure = grow(sizeBytes, chunk.length);
    if (failure) return { failure };
    chunks.push(chunk);
  }
  const bytes = Buffer.concat(chunks);
  if (!beginsAs(mediaType, bytes)) return { failure: 'bad_type' };
  return { mediaType, base64: bytes.toString('base64') };
}
