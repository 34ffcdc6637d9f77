/** Enough of a file to know it by. */
const beginningBytes = 64;

/** The first bytes of a file, all of a short one; and the whole of it, to be read once. */
export async function readBeginning(
  bytes: AsyncIterable<Buffer>,
): Promise<{ beginning: Buffer; whole: AsyncIterable<Buffer> }> {
  const parts = bytes[Symbol.asyncIterator]();
  let beginning: Buffer = Buffer.alloc(0);
  while (beginning.length < beginningBytes) {
    const part = await parts.next();
    if (part.done) break;
    beginning = Buffer.concat([beginning, part.value]);
  }
  const whole = async function* () {
    yield beginning;
    yield* { [Symbol.asyncIterator]: () => parts };
  };
  return { beginning, whole: whole() };
}
