import { elementsIn, membersIn } from '../json/parts.ts';

const name = Buffer.from('"images"');

/**
 * How many pictures an answer of chat completions, or a chunk of one, holds beside what it says, by their bytes or by address.
 * Source: OpenRouter documentation, "Image Generation".
 */
export function countShownPictures(bytes: Buffer): number {
  if (!bytes.includes(name)) return 0;
  const choices = elementsIn(membersIn(bytes)?.('choices'));
  return choices.reduce((sum, choice) => {
    const read = membersIn(choice);
    const images = membersIn(read?.('delta') ?? read?.('message'))?.('images');
    return sum + elementsIn(images).length;
  }, 0);
}
