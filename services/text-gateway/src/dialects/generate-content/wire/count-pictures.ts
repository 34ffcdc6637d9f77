import { elementsIn, memberBytes, membersIn, plainText } from '../../../json/parts.ts';
import { scanLeniently } from '../../../json/scan-leniently.ts';

const image = Buffer.from('image/');
/** Vertex also puts what it made into a bucket that the client names, and gives its address. */
const holders = ['inlineData', 'inline_data', 'fileData', 'file_data'];
const types = ['mimeType', 'mime_type'];
const contents = ['data', 'fileUri', 'file_uri'];
const isThought = Buffer.from('true');
const emptyText = 2;

/** How many images an answer of generateContent, or a chunk of one, holds; thoughts are sketches, and are not counted. */
export function countPictures(came: Buffer): number {
  const { bytes, scanned } = scanLeniently(came);
  const candidates = elementsIn(memberBytes(bytes, scanned, 'candidates'));
  const parts = candidates.flatMap((candidate) => {
    const content = membersIn(candidate)?.('content');
    return elementsIn(membersIn(content)?.('parts'));
  });
  return parts.filter(holdsImage).length;
}

function holdsImage(part: Buffer): boolean {
  const read = membersIn(part);
  if (!read || read('thought')?.equals(isThought)) return false;
  return holders.some((name) => {
    const held = membersIn(read(name));
    if (!held) return false;
    const isImage = types.some((type) => plainText(held(type))?.subarray(0, image.length).equals(image));
    return isImage && contents.some((content) => (held(content)?.length ?? 0) > emptyText);
  });
}
