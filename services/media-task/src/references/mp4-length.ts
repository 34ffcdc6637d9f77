/**
 * How long a film in an MP4 or QuickTime file is, in milliseconds, by its movie header (ISO/IEC 14496-12, 8.2.2); undefined
 * where there is none that can be read.
 */
export function mp4LengthMs(file: Buffer): number | undefined {
  const movie = findBox(file, 'moov');
  const header = movie && findBox(movie, 'mvhd');
  // Version and flags, then times of creation and change, in 64 bits each in version 1.
  const isLong = header?.[0] === 1;
  const at = isLong ? 20 : 12;
  if (!header || header.length < at + (isLong ? 12 : 8)) return undefined;
  const unitsPerSecond = header.readUInt32BE(at);
  const units = isLong ? Number(header.readBigUInt64BE(at + 4)) : header.readUInt32BE(at + 4);
  return unitsPerSecond === 0 ? undefined : (units * 1_000) / unitsPerSecond;
}

/** What is in the first box of this type. */
function findBox(within: Buffer, type: string): Buffer | undefined {
  for (let at = 0; at + 8 <= within.length; ) {
    const isLong = within.readUInt32BE(at) === 1 && at + 16 <= within.length;
    const headBytes = isLong ? 16 : 8;
    // 0: to the end.
    const sizeBytes = isLong
      ? Number(within.readBigUInt64BE(at + 8))
      : within.readUInt32BE(at) || within.length - at;
    if (sizeBytes < headBytes) return undefined;
    if (within.toString('latin1', at + 4, at + 8) === type) {
      return within.subarray(at + headBytes, at + sizeBytes);
    }
    at += sizeBytes;
  }
  return undefined;
}
