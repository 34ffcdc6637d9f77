/** How bytes of a media type begin in base64. */
export type Beginning = readonly [mediaType: string, begin: string];

/** Of images; WebP has its size before its name. */
export const beginningsOfImages: readonly Beginning[] = [
  ['image/png', 'iVBOR'],
  ['image/jpeg', '/9j/'],
  ['image/gif', 'R0lGOD'],
  ['image/webp', 'UklGR??????XRUJQ'],
];

/** Of files. */
export const beginningsOfFiles: readonly Beginning[] = [['application/pdf', 'JVBERi']];

/** How images begin, where what a media type says stands elsewhere, or nowhere. */
export const imageBeginnings: readonly string[] = beginningsOfImages.map(([, begin]) => begin);

/** The same of sounds: MP3 with its tags and without, AAC, Ogg and FLAC, and WAV, which begins as WebP does but for its name. */
export const soundBeginnings: readonly string[] = ['SUQz', '//', 'T2dnUw', 'ZkxhQ', 'UklGR'];

/** Films, and what lies in the same containers: MP4 with its kin (M4A, 3GP, HEIC), and WebM. */
export const filmBeginnings: readonly string[] = ['AAAA', 'GkXfo'];

/** The same of files. */
export const fileBeginnings: readonly string[] = beginningsOfFiles.map(([, begin]) => begin);

/** Whether the content of a string, as its bytes are in JSON, begins in one of these ways. */
export function beginsAs(content: Buffer, beginnings: readonly string[] = []): boolean {
  return beginnings.some((begin) => isBeginning(begin, content));
}

function isBeginning(begin: string, content: Buffer): boolean {
  let at = 0;
  for (let index = 0; index < begin.length; index += 1, at += 1) {
    // PHP writes no slash without a backslash before it.
    if (content[at] === backslash && content[at + 1] === slash) at += 1;
    // The alphabet of base64 for addresses, in which Google's SDK for Python writes, has another character there.
    const byte = content[at] === underscore ? slash : content[at];
    if (begin[index] !== '?' && begin.charCodeAt(index) !== byte) return false;
  }
  return at <= content.length;
}

const backslash = 0x5c;
const slash = 0x2f;
const underscore = 0x5f;
