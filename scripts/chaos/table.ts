/** What a run is judged by, line by line. */
export interface ChaosTable {
  requestsAsked: number;
  /** By the sandbox's log. */
  requestsServed: number;
  /** SIGKILLs that were sent. */
  kills: number;
  /** Requests that reached the upstream, or were answered whole, without a closing entry. */
  missingEntries: number;
  /** Closing entries of a request beyond its first. */
  duplicateEntries: number;
  /** Entries that cost something, of requests for which the sandbox produced nothing. */
  unservedEntries: number;
  /** Units that purses hold when all is quiet. */
  openHolds: bigint;
  /** Units that limited purses have used and hold beyond what was granted and what is recorded as an overrun. */
  overspend: bigint;
  /** Of ten at random: whose derivation gives the booked amount, and that of what the sandbox served. */
  billsExplained: number;
  /** `headgate ledger verify` finds no contradiction. */
  isReplayEqual: boolean;
}

export const billsPicked = 10;

/** The table in Markdown. */
export function sayTable(table: ChaosTable): string {
  const rows: readonly (readonly [string, unknown])[] = [
    ['requests asked', table.requestsAsked],
    ['requests served', table.requestsServed],
    ['kills', table.kills],
    ...zeroLines(table).map(({ name, value }) => [name, value] as const),
    ['bills explained to the unit', `${table.billsExplained} of ${billsPicked}`],
    ['replay equal', table.isReplayEqual ? 'yes' : 'NO'],
  ];
  return ['| | |', '| --- | ---: |', ...rows.map(([name, value]) => `| ${name} | ${value} |`)].join('\n');
}

/** Lines of the table that are not as they must be. */
export function findBadLines(table: ChaosTable): string[] {
  const bad = zeroLines(table)
    .filter(({ value }) => BigInt(value) !== 0n)
    .map(({ name, value }) => `${name}: ${value}`);
  if (table.billsExplained !== billsPicked) bad.push(`bills explained to the unit: ${table.billsExplained}`);
  if (!table.isReplayEqual) bad.push('replay equal: no');
  return bad;
}

function zeroLines(table: ChaosTable): { name: string; value: number | bigint }[] {
  return [
    { name: 'missing entries', value: table.missingEntries },
    { name: 'duplicate entries', value: table.duplicateEntries },
    { name: 'open holds', value: table.openHolds },
    { name: 'overspend', value: table.overspend },
    { name: 'entries without a served attempt', value: table.unservedEntries },
  ];
}
