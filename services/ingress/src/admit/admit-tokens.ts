import { keyOf } from '../caller/authenticate.ts';
import type { Context } from '../context.ts';
import type { Exchange } from '../exchange/exchange.ts';
import { refuse } from './admit.ts';

const bytesPerToken = 4;
/** A body that holds images says nothing of tokens by its length. */
const maxEstimate = 16_384;
/** Whoever takes nothing is not told that nothing is left. */
const minEstimate = 1;

/** What a request has booked on its key's tokens a minute. */
export interface TokenBooking {
  /** The request has ended and used so many; 0 where nobody knows. */
  settle(tokens: bigint): void;
  /** The request was refused. */
  giveBack(): void;
}

export const noBooking: TokenBooking = { settle: () => undefined, giveBack: () => undefined };

/** Holds a request to its key's tokens a minute. What it will use is estimated by the size of its body. */
export async function admitTokens(
  context: Context,
  exchange: Exchange,
  bodyBytes: number,
): Promise<TokenBooking> {
  const { limitName, tpm } = keyOf(exchange);
  if (tpm === 0) return noBooking;
  const estimate = Math.min(Math.max(Math.ceil(bodyBytes / bytesPerToken), minEstimate), maxEstimate);
  const claim = await context.limits.tokenRates.take(limitName, tpm, estimate);
  if ('retryAfterMs' in claim) refuse(context, 'tpm', claim.retryAfterMs);
  return {
    settle: (tokens) => void (tokens > 0n && claim.correct(Number(tokens))),
    giveBack: () => void claim.correct(0),
  };
}
