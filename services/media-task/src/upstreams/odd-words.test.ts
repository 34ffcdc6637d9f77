/** What every object has is no word of a vendor: `constructor` is refused or passed on like any word that nobody knows. */
import { Media } from '@headgate/proto/gen/headgate/account/v1/account';
import { FaultError } from '@headgate/runtime/errors';
import { describe, expect, test } from 'vitest';
import { familyOf } from '../families/index.ts';
import { filmFamilies } from '../testing/film-families.ts';
import type { Contract } from './contract/contract.ts';
import { contracts } from './contract/contracts.ts';
import { refuseOptions } from './refuse-options.ts';

const unknown = 'nobody-knows-it';

/** Bodies with one word each where a member chooses among some. */
const bodies: ((word: string) => object)[] = [
  ...['resolution', 'ratio', 'aspect_ratio', 'size', 'mode', 'quality', 'sound', 'style'].map(
    (name) => (word: string) => ({ [name]: word }),
  ),
  (word) => ({ character_orientation: word, video_url: 'https://a.test/b.mp4' }),
  ...['resolution', 'aspect_ratio', 'size', 'quality', 'format', 'audio_generation'].map(
    (name) => (word: string) => ({ metadata: { output_config: { [name]: word } } }),
  ),
  (word) => ({ metadata: { scene_type: word } }),
];

/** What would be sent and priced, or why not. */
function orderOf({ upstream, model }: Contract, traits: Media, fields: object): string {
  try {
    const wish = familyOf(traits)?.read({ ...fields, prompt: 'a mill' }, traits);
    if (!wish) throw new Error(`there is no family ${traits.family}`);
    const named = { ...wish, family: traits.family };
    refuseOptions(named, upstream);
    return show(structuredClone(upstream.resolve(named, model)));
  } catch (error) {
    if (error instanceof FaultError) return show(error.fault);
    throw error;
  }
}

function show(value: unknown): string {
  return JSON.stringify(value, (_, member) => (typeof member === 'bigint' ? String(member) : member));
}

const films = contracts.filter(({ upstream }) => upstream.provider !== 'midjourney-proxy');
const traitsOf: [string, Media][] = [
  ...filmFamilies.map((family): [string, Media] => [family, Media.fromPartial({ family })]),
  ['image-task', Media.fromPartial({ family: 'image', imageTask: true })],
];

describe.each(traitsOf)('%s', (_, traits) => {
  test.each(['constructor', '__proto__'])('%s is a word like any other', (word) => {
    for (const contract of films) {
      for (const make of bodies) {
        const order = orderOf(contract, traits, make(word)).replaceAll(new RegExp(word, 'gi'), unknown);
        expect(order, `${contract.upstream.provider}: ${JSON.stringify(make(word))}`).toBe(
          orderOf(contract, traits, make(unknown)).replaceAll(new RegExp(unknown, 'gi'), unknown),
        );
      }
    }
  });
});
