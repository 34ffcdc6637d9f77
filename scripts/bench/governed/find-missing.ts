import type { Evidence } from './evidence.ts';

/** What a load asked, and how much of it was served rather than refused by a limit. */
export interface Asked {
  requests: number;
  served: number;
}

/** An open and a close record, of which nothing but the header is counted here. */
const leastJournalBytes = 16;

/** Everything that has to be there of each request and is not, or is there too often, a line each. */
export function findMissing({ requests, served }: Asked, before: Evidence, after: Evidence): string[] {
  const grown = (name: keyof Evidence): number => after[name] - before[name];
  const exactly = (what: string, name: keyof Evidence, count: number): string[] =>
    grown(name) === count ? [] : [`${what}: ${grown(name)} of ${count}`];
  const atLeast = (what: string, name: keyof Evidence, count: number): string[] =>
    grown(name) >= count ? [] : [`${what}: ${grown(name)} of at least ${count}`];
  return [
    ...exactly('key checks', 'keysLookedUp', requests),
    ...exactly("requests in ingress's metrics", 'requestsCounted', requests),
    ...exactly("durations in ingress's metrics", 'requestsTimed', requests),
    ...exactly('refusals by a limit', 'refusedByLimits', requests - served),
    ...exactly("lines in ingress's log", 'ingressLines', requests),
    ...exactly("lines in text-gateway's log", 'gatewayLines', served),
    ...exactly('closes in the journal', 'requestsClosed', served),
    ...atLeast('bytes of journal', 'journalBytes', served * leastJournalBytes),
    ...exactly('closes booked', 'closesBooked', served),
    ...atLeast('units billed', 'unitsBilled', served),
    ...exactly("units used of the key's purse, of those billed", 'unitsUsed', grown('unitsBilled')),
    ...atLeast("tokens counted on the key's minute", 'tokensCounted', served),
  ];
}
