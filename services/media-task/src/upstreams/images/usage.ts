import { type Metered, MeteredUnit, Usage } from '@headgate/proto/gen/headgate/events/v1/events';
import type { TokenCounts } from '../../task/task.ts';
import type { Order, Submitted } from '../upstream.ts';

/**
 * How tokens of images are counted: as output like any other, apart for a price of their own, or not at all, since the price of an
 * image covers them.
 */
type Way = 'output' | 'apart' | 'covered';

/** What images cost by their number, and by tokens where the price has none for images; and with tokens of images apart. */
export function imageUsage(
  variant: string,
  count: number,
  tokens?: TokenCounts,
): Pick<Order, 'usage' | 'otherwise' | 'covered'> {
  const made = { unit: MeteredUnit.IMAGE, variant, quantity: BigInt(count) };
  if (!tokens) return { usage: Usage.fromPartial({ calls: 1n, metered: [made] }) };
  const counted = (way: Way): Usage => countTokens(made, tokens, way);
  return { usage: counted('output'), otherwise: counted('apart'), covered: counted('covered') };
}

function countTokens(
  made: Metered,
  { inputText, inputImage, output, outputText = 0 }: TokenCounts,
  way: Way,
): Usage {
  const { IMAGE_OUTPUT_TOKEN: unit } = MeteredUnit;
  const apart = { unit, variant: '', quantity: BigInt(output - outputText) };
  return Usage.fromPartial({
    calls: 1n,
    inputFresh: BigInt(inputText),
    inputImage: BigInt(inputImage),
    outputVisible: BigInt(way === 'output' ? output : outputText),
    metered: way === 'apart' ? [made, apart] : [made],
  });
}

type Made = NonNullable<Submitted['made']>;

/** What came, billed by as many as came, as it was priced; and by the vendor's tokens where it counts them. */
export function settleImages(
  asked: Usage,
  media: Made['media'],
  counted: TokenCounts | undefined,
): Submitted {
  const tokens = counted && areCounts(counted) ? counted : undefined;
  const [priced = { unit: MeteredUnit.IMAGE, variant: '', quantity: 0n }, ...others] = asked.metered;
  const made = { ...priced, quantity: BigInt(media.length) };
  const usage = tokens ? countTokens(made, tokens, wayOf(asked)) : { ...asked, metered: [made, ...others] };
  return { upstreamId: '', made: { media, ...(tokens && { tokens }) }, usage };
}

/** Every image counts tokens of output, so that only where its price covers them there are none. */
function wayOf({ outputVisible, metered }: Usage): Way {
  if (metered.length > 1) return 'apart';
  return outputVisible > 0n ? 'output' : 'covered';
}

/**
 * A close with any other numbers could not be booked, and its hold would stay for ever. Images count something: who says zero
 * does not know.
 */
function areCounts({ inputText, inputImage, output, outputText = 0 }: TokenCounts): boolean {
  const counts = [inputText, inputImage, output, outputText];
  return counts.every((count) => Number.isSafeInteger(count) && count >= 0) && output > outputText;
}
