import { mediaFamilies } from '@headgate/proto/media-families';
import { toolNames } from '@headgate/proto/tool-names';
import { z } from 'zod';
import { count, name } from '../../words.ts';
import { decimal } from './decimal.ts';

/** One price, or one for each size or resolution; a single one stands under the empty name. */
const tieredPrice = z.preprocess(
  (value) => (typeof value === 'object' && value !== null ? value : { '': value }),
  z.record(z.string(), decimal),
);

/** One price of a minute for what is heard and what is said, or one for each. */
const minutePrice = z.preprocess(
  (value) => (typeof value === 'object' && value !== null ? value : { input: value, output: value }),
  z.strictObject({ input: decimal.optional(), output: decimal.optional() }),
);

/** What nobody counts, nobody would ever pay for. */
const toolPrices = z.record(name, decimal).superRefine((prices, problems) => {
  const known: readonly string[] = toolNames;
  for (const tool of Object.keys(prices)) {
    const message = `is not counted; tools that are: ${toolNames.join(', ')}`;
    if (!known.includes(tool)) problems.addIssue({ code: 'custom', path: [tool], message });
  }
});

const tokenPrice = decimal.describe('US dollars per million tokens').optional();
const tokenPrices = {
  input: tokenPrice,
  cache_read: tokenPrice,
  cache_write: tokenPrice,
  cache_write_1h: tokenPrice,
  output: tokenPrice,
  reasoning: tokenPrice,
  audio_input: tokenPrice,
  image_input: tokenPrice,
  audio_output: tokenPrice,
};

const mostTiers = 20;

export const price = z.strictObject({
  ...tokenPrices,
  tiers: z
    .array(z.strictObject({ above: count.min(1), ...tokenPrices }))
    .max(mostTiers, `must have at most ${mostTiers} entries`)
    .describe('For requests with more input tokens; what a tier does not name costs as outside of it')
    .optional(),
  call: decimal.describe('US dollars per call').optional(),
  second: tieredPrice.describe('US dollars per second, by resolution').optional(),
  image: tieredPrice.describe('US dollars per image, by size').optional(),
  character: decimal.describe('US dollars per million characters').optional(),
  minute: minutePrice.describe('US dollars per minute of sound').optional(),
  image_output: decimal
    .describe('US dollars per million tokens of images that are made; as `output` where it is left out')
    .optional(),
  tools: toolPrices.describe('US dollars per thousand calls').optional(),
});

export type TokenPrices = Pick<z.output<typeof price>, keyof typeof tokenPrices>;

const tokens = z.int().min(1).max(1_000_000_000);
const mostFallbacks = 5;
const word = z.string().min(1).max(100);

/** Whose sizes of images there are: `proto/image-sizes.ts` has what each has. */
const imageTiers = ['standard', 'pro-2k', 'pro-4k', 'vip-1k', 'vip-2k', 'vip-4k'] as const;

/** Members that make a model a media model, besides a price by second or image. */
const media = {
  family: z.enum(mediaFamilies).optional(),
  tier: word.optional(),
  variant: word.optional(),
  resolution: word.optional(),
  size_map: z.literal('ratio').optional(),
  image_tier: z.enum(imageTiers).optional(),
  image_task: z.boolean().optional(),
  image_sizes: z.array(word).optional(),
};

export const mediaMembers = Object.keys(media) as (keyof typeof media)[];

export const modelSchema = z.strictObject({
  price,
  max_output: tokens.optional(),
  max_image_tokens: tokens.optional(),
  // Not followed further: a fallback's own fallbacks are not tried.
  fallbacks: z.array(name).max(mostFallbacks, `must have at most ${mostFallbacks} entries`).optional(),
  ...media,
});

export type ModelEntry = z.output<typeof modelSchema>;

/** Whether the entry is for the media service. */
export function isMedia(entry: ModelEntry): boolean {
  const hasMember = mediaMembers.some((member) => entry[member] !== undefined);
  return hasMember || entry.price.second !== undefined || entry.price.image !== undefined;
}
