/** An image that came with a request, in whichever form the next one needs. */
export interface Picture {
  mediaType: string;
  base64(): string;
  bytes(): Buffer;
}

export function fromBytes(bytes: Buffer): Picture {
  return { mediaType: sniff(bytes), base64: () => bytes.toString('base64'), bytes: () => bytes };
}

/** @param base64 as it stands in a request, or behind the head of a data URL. */
export function fromBase64(base64: Buffer): Picture {
  const bytes = () => Buffer.from(base64.toString('latin1'), 'base64');
  // 24 characters are 18 bytes: as many as tell a type.
  const head = Buffer.from(base64.toString('latin1', 0, 24), 'base64');
  return { mediaType: sniff(head), base64: () => base64.toString('latin1'), bytes };
}

const beginnings: readonly [mediaType: string, beginning: Buffer][] = [
  ['image/png', Buffer.from('89504e47', 'hex')],
  ['image/jpeg', Buffer.from('ffd8ff', 'hex')],
  ['image/gif', Buffer.from('GIF8')],
];

/** What is none of these is taken for PNG: the upstream says what is wrong with it. */
function sniff(bytes: Buffer): string {
  if (bytes.toString('latin1', 8, 12) === 'WEBP') return 'image/webp';
  const found = beginnings.find(([, beginning]) => bytes.subarray(0, beginning.length).equals(beginning));
  return found?.[0] ?? 'image/png';
}
