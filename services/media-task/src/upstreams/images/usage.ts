import { type Metered, MeteredUnit, Usage } from '@headgate/proto/gen/headgate/events/v1/events';
import type { TokenCounts } from '../../task/task.ts';
import type { Order, Submitted } from '../upstream.ts';

/** What images cost by their number, and by tokens where the price has none for images; and with tokens of images apart. */
export function imageUsage(
  variant: string,
  count: number,
  tokens?: TokenCounts,
): Pick<Order, 'usage' | 'otherwise'> {
  const made = { unit: MeteredUnit.IMAGE, variant, quantity: BigInt(count) };
  if (!tokens) return { usage: Usage.fromPartial({ calls: 1n, metered: [made] }) };
  return { usage: countTokens(made, tokens, false), otherwise: countTokens(made, tokens, true) };
}

function countTokens(
  made: Metered,
  { inputText, inputImage, output, outputText = 0 }: TokenCounts,
  isApart: boolean,
): Usage {
  const { IMAGE_OUTPUT_TOKEN: unit } = MeteredUnit;
  return Usage.fromPartial({
    calls: 1n,
    inputFresh: BigInt(inputText),
    inputImage: BigInt(inputImage),
    ...(isApart
      ? {
          outputVisible: BigInt(outputText),
          metered: [made, { unit, variant: '', quantity: BigInt(output - outputText) }],
        }
      : { outputVisible: BigInt(output), metered: [made] }),
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
  const usage = tokens
    ? countTokens(made, tokens, others.length > 0)
    : { ...asked, metered: [made, ...others] };
  return { upstreamId: '', made: { media, ...(tokens && { tokens }) }, usage };
}

/**
 * A close with any other numbers could not be booked, and its hold would stay for ever. Images count something: who says zero
 * does not know.
 */
function areCounts({ inputText, inputImage, output, outputText = 0 }: TokenCounts): boolean {
  const counts = [inputText, inputImage, output, outputText];
  return counts.every((count) => Number.isSafeInteger(count) && count >= 0) && output > outputText;
}
