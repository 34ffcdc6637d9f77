/** Little: every open stream has one of these, and many say but a few words. */
const firstBytes = 128;

/** A buffer of its own with room for so many bytes, twice the size of the one before where it must grow, and `most` at most. */
export function grow(bytes: Buffer | undefined, needed: number, most: number): Buffer {
  if (bytes && bytes.length >= needed) return bytes;
  const size = Math.min(most, Math.max(needed, 2 * (bytes?.length ?? firstBytes / 2)));
  const grown = Buffer.allocUnsafeSlow(size);
  bytes?.copy(grown);
  return grown;
}
