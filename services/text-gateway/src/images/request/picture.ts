/** An image that came with a request, in whichever form the next one needs. */
export interface Picture {
  mediaType: string;
  base64(): string;
  bytes(): Buffer;
}

export function fromBytes(bytes: Buffer): Picture {
  return { mediaType: mediaTypeOf(bytes), base64: () => bytes.toString('base64'), bytes: () => bytes };
}

/** @param base64 as it stands in a request, or behind the head of a data URL. */
export function fromBase64(base64: Buffer): Picture {
  const bytes = () => Buffer.from(base64.toString('latin1'), 'base64');
  const head = readHead(base64.toString('latin1', 0, headCharacters));
  return { mediaType: mediaTypeOf(head), base64: () => base64.toString('latin1'), bytes };
}

const beginnings: readonly [mediaType: string, beginning: Buffer][] = [
  ['image/png', Buffer.from('89504e47', 'hex')],
  ['image/jpeg', Buffer.from('ffd8ff', 'hex')],
  ['image/gif', Buffer.from('GIF8')],
];

/**
 * What `output_format` calls the type of an image that was made: `png`, `jpeg`, `webp` or `gif`; undefined where its
 * beginning is none of theirs.
 */
export function formatOf(base64: string): string | undefined {
  return sniff(readHead(base64.slice(0, headCharacters)))?.replace('image/', '');
}

/** What is none of these is taken for PNG: the upstream says what is wrong with it. */
function mediaTypeOf(bytes: Buffer): string {
  return sniff(bytes) ?? 'image/png';
}

function sniff(bytes: Buffer): string | undefined {
  if (bytes.toString('latin1', 8, 12) === 'WEBP') return 'image/webp';
  return beginnings.find(([, beginning]) => bytes.subarray(0, beginning.length).equals(beginning))?.[0];
}

/** 24 characters are 18 bytes: as many as tell a type. */
const headCharacters = 24;

function readHead(base64: string): Buffer {
  return Buffer.from(base64, 'base64');
}
