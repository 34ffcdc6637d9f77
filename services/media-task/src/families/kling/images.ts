import { type Fields, readWhole } from '../fields.ts';
import { readChoice } from '../members/choice.ts';
import { refuse } from '../refuse.ts';
import type { Wish } from '../wish.ts';
import { limitedText, readFile, readShare, requireText } from './members.ts';

const ratios = ['16:9', '9:16', '1:1', '4:3', '3:4', '3:2', '2:3', '21:9'];
const resolutions = ['1k', '2k'];
const mostImages = 9;

/** Images from a text, and one image that they are like. */
export function readImages(fields: Fields): Wish {
  const count = readWhole(fields, 'n') ?? 1;
  if (count < 1 || count > mostImages)
    refuse('n', `n is ${count}; it must be a whole number from 1 to ${mostImages}.`);
  const negativePrompt = limitedText(fields, 'negative_prompt');
  const ratio = readChoice(fields, 'aspect_ratio', ratios);
  const resolution = readChoice(fields, 'resolution', resolutions);
  const options = {
    image_reference: readChoice(fields, 'image_reference', ['subject', 'face']),
    image_fidelity: readShare(fields, 'image_fidelity'),
    human_fidelity: readShare(fields, 'human_fidelity'),
  };
  return {
    prompt: requireText(fields, 'prompt'),
    references: readFile(fields, 'image'),
    imageCount: count,
    ...(negativePrompt !== undefined && { negativePrompt }),
    ...(ratio !== undefined && { ratio }),
    ...(resolution !== undefined && { resolution }),
    options: Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)),
  };
}

/** A person, and what they try on. */
export function readTryOn(fields: Fields): Wish {
  const human = readFile(fields, 'human_image');
  if (human.length === 0) refuse('human_image', 'human_image is required: an address or base64.');
  return {
    prompt: '',
    references: [...human, ...readFile(fields, 'cloth_image')],
    imageCount: 1,
    options: {},
  };
}
