import { MeteredUnit, Usage } from '@headgate/proto/gen/headgate/events/v1/events';
import type { Submitted } from '../upstream.ts';

export interface ImageTokens {
  inputText: number;
  inputImage: number;
  output: number;
}

/** What images cost by their number, and by tokens where the price has none for images. */
export function imageUsage(variant: string, count: number, tokens?: ImageTokens): Usage {
  return Usage.fromPartial({
    calls: 1n,
    ...(tokens && {
      inputFresh: BigInt(tokens.inputText),
      inputImage: BigInt(tokens.inputImage),
      outputVisible: BigInt(tokens.output),
    }),
    metered: [{ unit: MeteredUnit.IMAGE, variant, quantity: BigInt(count) }],
  });
}

type Made = NonNullable<Submitted['made']>;

/** What came, billed by as many as came: at the priced variant, and by the vendor's tokens where it counts them. */
export function settleImages(asked: Usage, media: Made['media'], tokens: ImageTokens | undefined): Submitted {
  const [priced] = asked.metered;
  const counted = tokens ? imageUsage(priced?.variant ?? '', media.length, tokens) : asked;
  const metered = counted.metered.map((item) => ({ ...item, quantity: BigInt(media.length) }));
  return {
    upstreamId: '',
    made: { media, ...(tokens && { tokens }) },
    usage: { ...counted, metered },
  };
}
