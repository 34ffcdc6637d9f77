import type { Exchange, Outcome } from '../exchange/exchange.ts';

export type Parameters = Record<string, number | null>;

/** One way of going wrong. */
export interface FaultKind {
  /** The parameters it knows with their defaults; null means "not given". */
  defaults: Parameters;
  run(exchange: Exchange, given: Record<string, number>): Promise<Outcome>;
}

export function kind<P extends Parameters>(
  defaults: P,
  run: (exchange: Exchange, parameters: P) => Promise<Outcome>,
): FaultKind {
  return { defaults, run: (exchange, given) => run(exchange, { ...defaults, ...given }) };
}

/** A spoiled answer failed, even though all of it was written. */
export async function spoiled(serving: Promise<Outcome>): Promise<Outcome> {
  const outcome = await serving;
  return outcome === 'served' ? 'failed' : outcome;
}
