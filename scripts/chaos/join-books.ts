import type { Served } from '../e2e/testing/world.ts';
import type { Asked } from './load.ts';
import type { ChaosTable } from './table.ts';

/** The entry that closed a request. */
export interface Closing {
  id: string;
  kind: 'settle' | 'interrupted';
  amount: bigint;
  overrun: bigint;
}

export interface Evidence {
  asked: readonly Asked[];
  /** The sandbox's log: the truth. */
  served: readonly Served[];
  closings: readonly Closing[];
}

type Joined = Pick<
  ChaosTable,
  'requestsAsked' | 'requestsServed' | 'missingEntries' | 'duplicateEntries' | 'unservedEntries'
>;

/** Joins what clients saw, what the sandbox did and what the ledger booked by request id. */
export function joinBooks({ asked, served, closings }: Evidence): Joined {
  const closed = new Set(closings.map(({ id }) => id));
  const produced = new Set(served.filter(hasProduced).map(({ requestId }) => requestId));
  const mustBeClosed = new Set([
    ...served.map(({ requestId }) => requestId),
    ...asked.filter(({ status, isWhole }) => status === 200 && isWhole).map(({ id }) => id),
  ]);
  return {
    requestsAsked: asked.length,
    requestsServed: served.filter(({ outcome }) => outcome === 'served').length,
    missingEntries: [...mustBeClosed].filter((id) => id === null || !closed.has(id)).length,
    duplicateEntries: closings.length - closed.size,
    unservedEntries: closings.filter(({ id, amount }) => amount > 0n && !produced.has(id)).length,
  };
}

function hasProduced({ outcome, usage }: Served): boolean {
  return outcome === 'served' || usage.inputTokens + usage.outputTokens > 0;
}
