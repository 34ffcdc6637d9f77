import { crc32, deflateSync } from 'node:zlib';

/** A grey picture, with a channel for transparency. */
export function pngBytes(width: number, height: number): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  const [bitDepth, greyWithAlpha] = [8, 4];
  head.set([bitDepth, greyWithAlpha, 0, 0, 0], 8);
  const row = Buffer.alloc(1 + width * 2, 0x80);
  row[0] = 0;
  const rows = Buffer.alloc(row.length * height);
  for (let line = 0; line < height; line += 1) row.copy(rows, line * row.length);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(rows, { level: 1 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(name: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name), content]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}
