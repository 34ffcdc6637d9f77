import type { Codec } from './codec.ts';

/** All dialects that requests and answers are converted between. */
export const codecs: readonly Codec[] = [];
