interface Signature {
  type: string;
  at: number;
  bytes: string;
}

const signatures: readonly Signature[] = [
  { type: 'image/jpeg', at: 0, bytes: '\xff\xd8\xff' },
  { type: 'image/png', at: 0, bytes: '\x89PNG\r\n\x1a\n' },
  { type: 'image/webp', at: 8, bytes: 'WEBP' },
  { type: 'image/gif', at: 0, bytes: 'GIF8' },
  { type: 'image/bmp', at: 0, bytes: 'BM' },
  { type: 'video/quicktime', at: 4, bytes: 'ftypqt' },
  { type: 'audio/mp4', at: 4, bytes: 'ftypM4A' },
  { type: 'video/mp4', at: 4, bytes: 'ftyp' },
  { type: 'video/webm', at: 0, bytes: '\x1a\x45\xdf\xa3' },
  { type: 'audio/wav', at: 8, bytes: 'WAVE' },
  { type: 'audio/mpeg', at: 0, bytes: 'ID3' },
  // Layer III of MPEG-1, MPEG-2 and MPEG-2.5, and ADTS: each without a checksum, and with one.
  ...['\xff\xfb', '\xff\xfa', '\xff\xf3', '\xff\xf2', '\xff\xe3', '\xff\xe2'].map((bytes) => {
    return { type: 'audio/mpeg', at: 0, bytes };
  }),
  ...['\xff\xf1', '\xff\xf0', '\xff\xf9', '\xff\xf8'].map((bytes) => {
    return { type: 'audio/aac', at: 0, bytes };
  }),
];

/** The type of a file by its first bytes; undefined for what nobody asked us to take. */
export function sniffType(file: Buffer): string | undefined {
  const found = signatures.find(({ at, bytes }) => {
    return file.subarray(at, at + bytes.length).toString('latin1') === bytes;
  });
  return found?.type;
}
