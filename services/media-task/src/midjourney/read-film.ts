import { type Fields, readText, readWhole } from '../families/fields.ts';
import { readChoice } from '../families/members/choice.ts';
import { refuse } from '../families/refuse.ts';
import { type Mode, withoutSpeed } from './modes.ts';
import { readFlag } from './read-members.ts';
import { requireOne } from './require-one.ts';

/** What the vendor calls the sizes of films. The larger one costs it several times as much, and is a price of its own. */
export const sdFilm = 'vid_1.1_i2v_480';
export const hdFilm = 'vid_1.1_i2v_720';

const batchSizes = [1, 2, 4];

/** What a body says of its films, how many there shall be in any case: the vendor would make four, or what its account has. */
export function readFilm(
  fields: Fields,
  mode: Mode | undefined,
): { motion: string; prompt?: string; batchSize: number; videoType: string | undefined } {
  const motion = readChoice(fields, 'motion', ['low', 'high']);
  if (motion === undefined) refuse('motion', 'motion is required: low or high.');
  const batchSize = readWhole(fields, 'batchSize') ?? 1;
  if (!batchSizes.includes(batchSize))
    refuse('batchSize', `batchSize is ${batchSize}; it must be one of ${batchSizes.join(', ')}.`);
  const prompt = requireOne(withoutSpeed(readText(fields, 'prompt') ?? '', mode), 'film');
  return {
    motion,
    ...(prompt !== '' && { prompt }),
    batchSize,
    videoType: readChoice(fields, 'videoType', [sdFilm, hdFilm]),
    ...readFlag(fields, 'loop'),
  };
}
