/** How often a value was at most as large as each bound, as Prometheus counts it. */
export type Histogram = ReadonlyMap<number, number>;

const line = /^headgate_media_poll_lag_seconds_bucket\{le="([^"]+)"[^}]*\} (\d+)$/gm;

/** The lag of polls in what a worker's `/metrics` says. */
export function readLag(metrics: string): Histogram {
  return new Map(
    [...metrics.matchAll(line)].map(([, bound, count]) => [
      bound === '+Inf' ? Number.POSITIVE_INFINITY : Number(bound),
      Number(count),
    ]),
  );
}

export function add(histograms: readonly Histogram[]): Histogram {
  return combine(histograms, (counts) => counts.reduce((sum, count) => sum + count, 0));
}

export function subtract(after: Histogram, before: Histogram): Histogram {
  return combine([after, before], ([more = 0, less = 0]) => more - less);
}

export function countOf(histogram: Histogram): number {
  return histogram.get(Number.POSITIVE_INFINITY) ?? 0;
}

/** The smallest bound that so large a part of all values does not exceed. */
export function quantile(histogram: Histogram, part: number): number {
  const bounds = [...histogram].sort(([one], [other]) => one - other);
  const enough = part * countOf(histogram);
  return bounds.find(([, count]) => count >= enough)?.[0] ?? Number.POSITIVE_INFINITY;
}

function combine(histograms: readonly Histogram[], by: (counts: number[]) => number): Histogram {
  const bounds = new Set(histograms.flatMap((histogram) => [...histogram.keys()]));
  return new Map(
    [...bounds].map((bound) => [bound, by(histograms.map((histogram) => histogram.get(bound) ?? 0))]),
  );
}
