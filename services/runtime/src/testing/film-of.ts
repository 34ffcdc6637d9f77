/** The least that tells how long a film is: the boxes of an MP4 file around its movie header. */
export function filmOf(ms: number, { isLong = false } = {}): Buffer {
  const header = Buffer.alloc(isLong ? 32 : 20);
  header.writeUInt8(isLong ? 1 : 0);
  header.writeUInt32BE(1_000, isLong ? 20 : 12);
  if (isLong) header.writeBigUInt64BE(BigInt(ms), 24);
  else header.writeUInt32BE(ms, 16);
  return Buffer.concat([box('ftyp', Buffer.from('isom')), box('moov', box('mvhd', header))]);
}

function box(type: string, content: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(8 + content.length);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, content]);
}
