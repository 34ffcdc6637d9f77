/** US dollars as exact decimals: of a million tokens by class, of a call, a second, an image, a million characters, a minute. */
export interface Price extends TokenPrices {
  tiers?: ({ above: number } & TokenPrices)[];
  call?: string;
  /** By resolution or size; all of them under the empty name. */
  second?: Record<string, string>;
  image?: Record<string, string>;
  character?: string;
  minute?: { input?: string; output?: string };
  /** Of a million tokens. */
  image_output?: string;
  /** Of a thousand calls. */
  tools?: Record<string, string>;
}

export const tokenClasses = [
  'input',
  'cache_read',
  'cache_write',
  'cache_write_1h',
  'output',
  'reasoning',
  'audio_input',
  'image_input',
  'audio_output',
] as const;
export type TokenPrices = { [Class in (typeof tokenClasses)[number]]?: string };
