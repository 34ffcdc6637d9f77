import type { Media } from '@headgate/proto/gen/headgate/account/v1/account';
import { MeteredUnit } from '@headgate/proto/gen/headgate/events/v1/events';
import type { Bound } from '@headgate/proto/gen/headgate/ledger/v1/ledger';

/** What the rows of a model say of the images that it makes. */
export interface ImageTerms {
  /** Its members for images; absent where it has none. */
  media?: Media | undefined;
  /** Units for one image by variant; absent where images cost tokens alone. */
  prices?: ReadonlyMap<string, bigint> | undefined;
  /** Output tokens cost something, too; those of images may have a price of their own. */
  isOutputPriced: boolean;
  isImageOutputPriced?: boolean;
  /** The model writes and thinks beside what it draws: only its own bound holds what it puts out. */
  isWriter: boolean;
  /** It is asked in a style that has no word for a resolution: where nothing is said of it, the upstream chooses. */
  leavesResolution?: boolean;
}

/** Whether images of a model cost something by themselves, or by tokens of their own: they must be counted. */
export function isPaidByImage({ metered }: Bound): boolean {
  return metered.some(({ unit }) => unit === MeteredUnit.IMAGE || unit === MeteredUnit.IMAGE_OUTPUT_TOKEN);
}

export function imageTermsOf(
  media: Media | undefined,
  bound: Bound | undefined,
  way: Pick<ImageTerms, 'isWriter' | 'leavesResolution'>,
): ImageTerms {
  const rows = bound?.metered.filter(({ unit }) => unit === MeteredUnit.IMAGE) ?? [];
  const prices = rows.map(({ variant, units }) => [variant, units] as const);
  return {
    media,
    prices: prices.length > 0 ? new Map(prices) : undefined,
    isOutputPriced: (bound?.output ?? 0n) > 0n,
    isImageOutputPriced: bound?.metered.some(({ unit }) => unit === MeteredUnit.IMAGE_OUTPUT_TOKEN) ?? false,
    ...way,
  };
}
