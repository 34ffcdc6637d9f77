import { heard } from '../canon/heard.ts';
import type { ScannedObject } from '../json/scan.ts';
import type { RequestSize } from './passage.ts';

/**
 * Characters of base64 for a token of sound, at least: vendors count at most 32 tokens a second (Gemini), and the least that
 * sound comes to is 750 bytes a second (Opus at 6 kbit/s). A film has some 300 a second, and as many bytes for each at 56 kbit/s.
 */
const charactersPerSoundToken = 31;
const soundTokensPerSecond = 32;

type Content = Omit<ScannedObject, 'members' | 'start'>;
export type ContentSize = Omit<RequestSize, 'choices' | 'maxOutput'>;

/** How much of a body is text, images, sound, films among it, and files. */
export function sizeOfContent(
  body: Buffer,
  { imageParts, imageBytes, soundParts, soundBytes, fileParts, fileBytes }: Content,
): ContentSize {
  const otherTokens = Math.ceil(soundBytes / charactersPerSoundToken);
  return {
    textBytes: body.length - imageBytes - soundBytes - fileBytes,
    imageParts,
    otherTokens,
    ...(soundParts > 0 && { soundParts }),
    // Some are paid for it by the minute.
    ...(soundBytes > 0 && { metered: [heard(Math.ceil((otherTokens * 1_000) / soundTokensPerSecond))] }),
    ...(fileParts > 0 && { fileParts, fileBytes }),
  };
}
