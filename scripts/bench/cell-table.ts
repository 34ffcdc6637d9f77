import type { Cell } from './cells.ts';
import type { CodecCost } from './codec-costs.ts';
import type { Measured } from './measure.ts';
import { median, row } from './table.ts';

/** What a cell costs at the whole system, as rounds; absent where no request can come to that. */
export interface ServedCost {
  whole: readonly Measured[];
  streamed: readonly Measured[];
}

const columns = [
  'client over upstream',
  'CPU us of a request: ingress',
  'text-gateway',
  'conversion alone',
  'of an event: ingress',
  'text-gateway',
  'conversion alone',
  'many together',
];

export const cellHeader: readonly string[] = [
  row(columns),
  row(columns.map((_, index) => (index === 0 ? '---' : '---:'))),
];

export function cellRow(
  { name }: Cell,
  served: ServedCost | undefined,
  codec: CodecCost | undefined,
): string {
  const per = (kind: keyof ServedCost, process: string): string => {
    if (!served) return '';
    const costs = served[kind].map(
      ({ cpuUs, events, requests }) => (cpuUs.get(process) ?? 0) / (kind === 'whole' ? requests : events),
    );
    return median(costs).toFixed(1);
  };
  return row([
    name,
    per('whole', 'ingress'),
    per('whole', 'text-gateway'),
    codec?.request.toFixed(1) ?? '',
    per('streamed', 'ingress'),
    per('streamed', 'text-gateway'),
    codec?.chunkAlone.toFixed(1) ?? '',
    codec?.chunkTogether.toFixed(1) ?? '',
  ]);
}
