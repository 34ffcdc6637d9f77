import { refuse } from '../families/refuse.ts';
import type { Reference, Wish } from '../families/wish.ts';
import { mp4LengthMs } from './mp4-length.ts';
import type { RequestFiles } from './reference-files.ts';

/**
 * Measures films that may only be so long, wherever they lie. Throws a FaultError 400 that names the member where one is
 * longer or shorter, or cannot be measured.
 */
export async function checkLengths({ references }: Wish, files: RequestFiles): Promise<void> {
  for (const reference of references) {
    if (!reference.lengthMs) continue;
    const { param = 'input_reference', lengthMs: allowed } = reference;
    const range = `${allowed.min / 1_000} to ${allowed.max / 1_000} seconds`;
    const bytes = await bytesOf(reference, files);
    const lengthMs = bytes && mp4LengthMs(bytes);
    if (lengthMs === undefined) {
      refuse(param, `${param} must be an MP4 or MOV file of ${range}: its length cannot be read.`);
    }
    if (lengthMs < allowed.min || lengthMs > allowed.max) {
      refuse(param, `${param} is ${lengthMs / 1_000} seconds long; it must be ${range}.`);
    }
  }
}

async function bytesOf(reference: Reference, files: RequestFiles): Promise<Buffer | undefined> {
  const { source } = reference;
  const file = 'url' in source ? await files.bring(reference, source.url) : source;
  return 'bytes' in file ? file.bytes : undefined;
}
