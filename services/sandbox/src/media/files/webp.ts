/** A grey picture without losses: each of its codes has one symbol, so that pixels need no bits at all. */
export function webpBytes(width: number, height: number): Buffer {
  const bits: number[] = [];
  const write = (value: number, count: number): void => {
    for (let bit = 0; bit < count; bit += 1) bits.push((value >> bit) & 1);
  };
  write(width - 1, 14);
  write(height - 1, 14);
  write(0, 1 + 3);
  // No transform, no cache of colours, one group of codes.
  write(0, 3);
  for (const symbol of [0x80, 0x80, 0x80, 0xff, 0]) writeOnlySymbol(symbol);
  const image = Buffer.alloc(1 + Math.ceil(bits.length / 8));
  image[0] = 0x2f;
  for (const [at, bit] of bits.entries())
    image[1 + (at >> 3)] = (image[1 + (at >> 3)] ?? 0) | (bit << (at & 7));
  return chunk('RIFF', Buffer.concat([Buffer.from('WEBP'), chunk('VP8L', image)]));

  function writeOnlySymbol(symbol: number): void {
    write(1, 1);
    write(0, 1);
    write(1, 1);
    write(symbol, 8);
  }
}

function chunk(name: string, content: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32LE(content.length);
  return Buffer.concat([Buffer.from(name), length, content, Buffer.alloc(content.length % 2)]);
}
