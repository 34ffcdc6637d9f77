const timeoutMs = 10_000;

/** A process's metrics, read once: gives sums of them. */
export async function scrape(metricsUrl: string): Promise<Sums> {
  const response = await fetch(metricsUrl, { signal: AbortSignal.timeout(timeoutMs) });
  return sumsOf(await response.text());
}

/** The sum of a name's series, of those with this label. */
export type Sums = (name: string, label?: string) => number;

export function sumsOf(metrics: string): Sums {
  const lines = metrics.split('\n');
  return (name, label = '') =>
    lines
      .filter((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `))
      .filter((line) => line.includes(label))
      .reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' ') + 1)), 0);
}
