import { beginningsOfFiles, beginningsOfImages, beginsAs } from '../../json/image-bytes.ts';

/** A media type in the one way of writing it that every vendor takes, without its parameters. */
export function readMediaType(text: string): string {
  const [mediaType = ''] = text.toLowerCase().split(';', 1);
  return mediaType.trim().replace(/^image\/jpg$/, 'image/jpeg');
}

/** Of what clients call an image, or nothing in particular. */
const beginnings = [...beginningsOfImages, ...beginningsOfFiles];
const longestBeginning = 32;

/**
 * The type of bytes that a client sent. Where it says an image, or nothing in particular, the bytes tell: OpenAI and Google go by
 * them, and Anthropic refuses what is not as it says.
 */
export function tellMediaType(said: string, base64: string): string {
  const mediaType = readMediaType(said) || unknown;
  if (mediaType !== unknown && !mediaType.startsWith('image/')) return said;
  const bytes = Buffer.from(base64.slice(0, longestBeginning), 'latin1');
  return beginnings.find(([, begin]) => beginsAs(bytes, [begin]))?.[0] ?? mediaType;
}

const unknown = 'application/octet-stream';
