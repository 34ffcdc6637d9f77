import { MeteredUnit } from '@headgate/proto/gen/headgate/events/v1/events';
import type { ReplyEvent } from '../../canon/events.ts';
import type { Usage } from '../../canon/usage.ts';
import type { ImageTerms } from '../../catalog/image-terms.ts';
import { tokensPerMadeImage } from '../../counting/tally.ts';
import type { SettleImages } from '../../dialects/passage.ts';
import { coversImages } from '../price/covers-images.ts';
import { settleImageTokens } from '../price/settle-image-tokens.ts';

/** The pictures of one answer in a dialect. */
export interface DrawnPictures {
  /** Of an answer that is converted. */
  see(event: ReplyEvent): void;
  /** How many an answer that passes, or a chunk of it, holds beside its counts. */
  note(made: number, counts: Usage | undefined): void;
  /** Some are not covered by the upstream's counts. */
  isEstimated(): boolean;
  settle: SettleImages;
}

/** @param variant what each of them is priced by */
export function createDrawnPictures(variant: string, terms: ImageTerms): DrawnPictures {
  let pictures = 0;
  let uncounted = 0;
  /** Of the pictures before these. */
  let countedTokens = 0;

  function add(made: number): void {
    pictures += made;
    uncounted += made;
  }

  function count(usage: Usage): void {
    if (pictures === 0 || !coversImages(usage)) return;
    uncounted = 0;
    countedTokens = usage.outputImage ?? pictures * tokensPerMadeImage;
  }

  return {
    see(event) {
      if (event.kind === 'usage') return count(event.usage);
      if (event.kind === 'block-start' && event.block.kind === 'picture') add(1);
    },
    note(made, counts) {
      add(made);
      if (counts) count(counts);
    },
    isEstimated: () => uncounted > 0,
    settle(usage) {
      if (pictures === 0) return usage;
      const tokens = countedTokens + uncounted * tokensPerMadeImage;
      const counted = coversImages(usage) ? usage : { ...usage, outputVisible: tokens };
      const made = { unit: MeteredUnit.IMAGE, variant, quantity: BigInt(pictures) };
      return settleImageTokens(counted, tokens, [made], terms);
    },
  };
}
