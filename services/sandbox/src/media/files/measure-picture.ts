import type { PictureFormat } from './picture.ts';

export interface Measured {
  format: PictureFormat;
  width: number;
  height: number;
}

/** What a picture's first bytes say about it; null for what is none of the three kinds. */
export function measurePicture(bytes: Buffer): Measured | null {
  if (bytes.length < 30) return null;
  if (bytes.toString('latin1', 1, 4) === 'PNG') {
    return { format: 'png', width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
  }
  if (bytes.toString('latin1', 8, 12) === 'WEBP') return measureWebp(bytes);
  return bytes.readUInt16BE(0) === 0xffd8 ? measureJpeg(bytes) : null;
}

function measureWebp(bytes: Buffer): Measured | null {
  const format = 'webp';
  switch (bytes.toString('latin1', 12, 16)) {
    case 'VP8L': {
      const packed = bytes.readUInt32LE(21);
      return { format, width: (packed & 0x3fff) + 1, height: ((packed >> 14) & 0x3fff) + 1 };
    }
    case 'VP8 ':
      return { format, width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
    case 'VP8X':
      return { format, width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
    default:
      return null;
  }
}

/** The first frame of a JPEG is what its size is said in; tables may come before it. */
function measureJpeg(bytes: Buffer): Measured | null {
  for (let at = 2; at + 9 < bytes.length && bytes[at] === 0xff; at += 2 + bytes.readUInt16BE(at + 2)) {
    const marker = bytes[at + 1] ?? 0;
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame)
      return { format: 'jpeg', width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) };
  }
  return null;
}
