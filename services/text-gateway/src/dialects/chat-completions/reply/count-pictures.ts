import { readSaid } from '../read-said.ts';

const name = Buffer.from('"images"');

/**
 * How many pictures an answer of chat completions, or a chunk of one, holds beside what it says, by their bytes or by address.
 * Source: OpenRouter documentation, "Image Generation".
 */
export function countPictures(bytes: Buffer): number {
  if (!bytes.includes(name)) return 0;
  let pictures = 0;
  readSaid(JSON.parse(bytes.toString('utf8')), (kind) => {
    if (kind === 'image') pictures += 1;
  });
  return pictures;
}
