const part = Buffer.alloc(256 * 1024, 'film');
/** As much of an MP4 as anybody looks at. */
const beginning = Buffer.from('\0\0\0\x18ftypisom\0\0\x02\0isommp42', 'latin1');

/** A film of so many bytes, of which one part exists at a time. */
export function* filmBytes(sizeBytes: number): Generator<Buffer> {
  yield beginning;
  for (let left = sizeBytes - beginning.length; left > 0; left -= part.length)
    yield left < part.length ? part.subarray(0, left) : part;
}
