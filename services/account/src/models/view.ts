import { z } from 'zod';
import { idOut } from '../operations/words.ts';

const decimal = z.string();
const byName = z.record(z.string(), decimal);
const tokenPrices = {
  input: decimal.optional(),
  cache_read: decimal.optional(),
  cache_write: decimal.optional(),
  cache_write_1h: decimal.optional(),
  output: decimal.optional(),
  reasoning: decimal.optional(),
  audio_input: decimal.optional(),
  image_input: decimal.optional(),
  audio_output: decimal.optional(),
};

/** US dollars as exact decimals, in the members of `headgate.yaml`. */
export const priceView = z.object({
  ...tokenPrices,
  tiers: z.array(z.object({ above: z.int(), ...tokenPrices })).optional(),
  call: decimal.optional(),
  second: byName.optional(),
  image: byName.optional(),
  character: decimal.optional(),
  minute: z.object({ input: decimal.optional(), output: decimal.optional() }).optional(),
  image_output: decimal.optional(),
  tools: byName.optional(),
});

/** A model as a file would have it, and who serves it. */
export const modelView = z.object({
  name: z.string(),
  kind: z.enum(['text', 'media']),
  max_output: z.int(),
  max_image_tokens: z.int(),
  fallbacks: z.array(z.string()),
  family: z.string().optional(),
  tier: z.string().optional(),
  variant: z.string().optional(),
  resolution: z.string().optional(),
  size_map: z.string().optional(),
  image_tier: z.string().optional(),
  image_task: z.boolean().optional(),
  image_sizes: z.array(z.string()).optional(),
  price: priceView.nullable().describe('Null where ledger has none: then nobody is served'),
  channels: z.array(z.object({ id: idOut, name: z.string(), enabled: z.boolean() })),
  from_config: z.boolean(),
});
