/** The numbers of one vector, as numbers or as little-endian floats of 32 bits in base64. Throws when it is none. */
export function readVector(value: unknown): number[] {
  if (typeof value === 'string') return fromBase64(Buffer.from(value, 'base64'));
  if (!Array.isArray(value) || !value.every((number) => typeof number === 'number'))
    throw new Error('The answer has something else than a vector');
  return value;
}

function fromBase64(bytes: Buffer): number[] {
  if (bytes.length % floatBytes !== 0) throw new Error('The answer has half a number');
  return Array.from({ length: bytes.length / floatBytes }, (_, at) => bytes.readFloatLE(at * floatBytes));
}

export function toBase64(vector: readonly number[]): string {
  const bytes = Buffer.alloc(vector.length * floatBytes);
  for (const [at, number] of vector.entries()) bytes.writeFloatLE(number, at * floatBytes);
  return bytes.toString('base64');
}

const floatBytes = 4;
