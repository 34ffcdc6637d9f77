import { median, row } from '../table.ts';
import type { Lag } from './lag.ts';
import type { ClosesLane } from './lanes.ts';

/** One round of a lane: as fast as the ledger books, then at half of that. */
export interface ClosesRound {
  entriesPerSecond: number;
  ledgerUs: number;
  /** Not known where PostgreSQL runs elsewhere. */
  postgresUs: number | undefined;
  /** The fixed rate. */
  perSecond: number;
  lag: Lag;
}

const columns = [
  'lane',
  'entries per s',
  'CPU us of an entry: ledger',
  'least to most',
  'PostgreSQL',
  'least to most',
  'at a rate of',
  'lag in messages',
  'the most',
  'lag ms',
  'the most',
];

export const closesHeader: readonly string[] = [
  row(columns),
  row(columns.map((name) => (name === 'lane' ? '---' : '---:'))),
];

/** A lane's row: medians over its rounds, and of lags the median of all and the most. */
export function closesRow({ name }: ClosesLane, rounds: readonly ClosesRound[]): string {
  const ledgerUs = rounds.map((round) => round.ledgerUs);
  const postgresUs = rounds.flatMap((round) => round.postgresUs ?? []);
  const messages = rounds.flatMap(({ lag }) => lag.messages);
  const ms = rounds.flatMap(({ lag }) => lag.ms);
  return row([
    name,
    median(rounds.map(({ entriesPerSecond }) => entriesPerSecond)).toFixed(0),
    ...medianAndSpread(ledgerUs),
    ...medianAndSpread(postgresUs),
    median(rounds.map(({ perSecond }) => perSecond)).toFixed(0),
    median(messages).toFixed(0),
    most(messages).toFixed(0),
    median(ms).toFixed(1),
    most(ms).toFixed(0),
  ]);
}

/** What one lane is of another, taken within each round: whatever else the machine does meets both. */
export function ratioLine(
  [one, other]: readonly [ClosesLane, ClosesLane],
  [ofOne, ofOther]: readonly [readonly ClosesRound[], readonly ClosesRound[]],
): string {
  const ratio = (value: (round: ClosesRound) => number | undefined): string => {
    const each = ofOne.flatMap((round, index) => {
      const [above, below] = [value(round), ofOther[index] && value(ofOther[index])];
      return above !== undefined && below !== undefined ? [above / below] : [];
    });
    return medianAndSpread(each, 2).join(', ');
  };
  return (
    `${one.name} to ${other.name}: entries per s ${ratio((round) => round.entriesPerSecond)}; ` +
    `CPU of ledger ${ratio((round) => round.ledgerUs)}; of PostgreSQL ${ratio((round) => round.postgresUs)}`
  );
}

function medianAndSpread(values: readonly number[], digits = 1): [string, string] {
  if (values.length === 0) return ['', ''];
  const [least, largest] = [Math.min(...values), most(values)];
  return [median(values).toFixed(digits), `${least.toFixed(digits)} to ${largest.toFixed(digits)}`];
}

/** Spreading tens of thousands of arguments would overflow the stack. */
function most(values: readonly number[]): number {
  return values.reduce((largest, value) => Math.max(largest, value), Number.NEGATIVE_INFINITY);
}
