import type { Json } from '../../call/json.ts';
import { refuse, show } from '../../families/refuse.ts';
import type { Reference, Wish } from '../../families/wish.ts';
import { requireBytes } from '../require-bytes.ts';

const people = ['allow_all', 'allow_adult', 'dont_allow'];

/** The options that Veo knows, of those that clients name in `metadata`. Refuses values that it has not. */
export function checkOptions({ negativePrompt, personGeneration, generateAudio }: Wish['options']): void {
  if (negativePrompt !== undefined && typeof negativePrompt !== 'string') {
    refuse(
      'metadata.negativePrompt',
      `metadata.negativePrompt is ${show(negativePrompt)}; it must be a text.`,
    );
  }
  if (personGeneration !== undefined && !people.some((word) => word === personGeneration)) {
    refuse(
      'metadata.personGeneration',
      `metadata.personGeneration is ${show(personGeneration)}; it must be one of ${people.join(', ')}.`,
    );
  }
  if (generateAudio !== undefined && typeof generateAudio !== 'boolean') {
    refuse(
      'metadata.generateAudio',
      `metadata.generateAudio is ${show(generateAudio)}; it must be true or false.`,
    );
  }
}

/** The body of `:predictLongRunning`; everything that the price depends on stands in it. */
export function toRequest(wish: Wish, ownParameters: Json = {}): Json {
  const { negativePrompt, personGeneration } = wish.options;
  return {
    instances: [{ prompt: wish.prompt, ...toImages(wish.references) }],
    parameters: {
      aspectRatio: wish.ratio,
      durationSeconds: (wish.secondsMs ?? 0) / 1_000,
      resolution: wish.resolution,
      sampleCount: 1,
      ...(wish.seed !== undefined && { seed: wish.seed }),
      ...(negativePrompt !== undefined && { negativePrompt }),
      ...(personGeneration !== undefined && { personGeneration }),
      ...ownParameters,
    },
  };
}

function toImages(references: readonly Reference[]): Json {
  const images = requireBytes(references).map(({ role, source }) => ({
    role,
    image: { bytesBase64Encoded: source.bytes.toString('base64'), mimeType: source.type },
  }));
  const first = images.find(({ role }) => role === 'first_frame');
  const last = images.find(({ role }) => role === 'last_frame');
  const others = images.filter(({ role }) => role === 'reference');
  return {
    ...(first && { image: first.image }),
    ...(last && { lastFrame: last.image }),
    ...(others.length > 0 && {
      referenceImages: others.map(({ image }) => ({ image, referenceType: 'asset' })),
    }),
  };
}
