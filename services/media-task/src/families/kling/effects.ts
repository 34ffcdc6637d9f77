import type { Fields } from '../fields.ts';
import { readChoice } from '../members/choice.ts';
import { readSeconds } from '../members/seconds.ts';
import { refuse } from '../refuse.ts';
import type { KlingAsk } from './kinds.ts';
import { limitedText, readFile, readInput, readList, requireText, toFile } from './members.ts';

/** Scenes of two persons; those that are not named here have one. */
const scenesOfTwo = ['hug', 'kiss', 'heart_gesture', 'fight'];
const lengths = [5, 10];

/** A scene that one person is put into, or two. Only scenes of two have a model and a mode to choose. */
export function readEffects(fields: Fields): KlingAsk {
  const scene = requireText(fields, 'effect_scene', 100);
  const input = readInput(fields);
  const isOfTwo = scenesOfTwo.includes(scene) || input['input.images'] !== undefined;
  const mode = readChoice(input, 'input.mode', ['std', 'pro']) ?? 'std';
  return {
    wish: {
      prompt: '',
      references: isOfTwo
        ? readList(input, 'input.images', { least: 2, most: 2 }).map((image, index) =>
            toFile(image, `input.images[${index}]`, { options: { member: 'images' } }),
          )
        : requireImage(input),
      secondsMs: readLength(input),
      options: { effect_scene: scene, ...(isOfTwo && { mode }) },
    },
    model: limitedText(input, 'input.model_name') ?? limitedText(fields, 'model_name'),
  };
}

function requireImage(input: Fields): KlingAsk['wish']['references'] {
  const images = readFile(input, 'input.image', { options: { member: 'image' } });
  if (images.length === 0) refuse('input.image', 'input.image is required: an address or base64.');
  return images;
}

function readLength(input: Fields): number {
  const text = input['input.duration'];
  const secondsMs = readSeconds({ duration: text }, { native: 'duration', min: 5, max: 10 }) ?? 5_000;
  if (!lengths.includes(secondsMs / 1_000)) {
    refuse('input.duration', `input.duration is ${secondsMs / 1_000}; it must be ${lengths.join(' or ')}.`);
  }
  return secondsMs;
}
