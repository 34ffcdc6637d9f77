import type { Registry } from 'prom-client';

/** A gauge may ask a database for its value. */
const deadlineMs = 2_000;

/** What a metric stands at, over all of its labels; undefined where it is not there, has no value, or takes too long. */
export async function readGauge(metrics: Registry, name: string): Promise<number | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, deadlineMs, undefined);
  });
  try {
    const read = await Promise.race([metrics.getSingleMetric(name)?.get(), late]);
    if (!read || read.values.length === 0) return undefined;
    const sum = read.values.reduce((total, { value }) => total + value, 0);
    return Number.isFinite(sum) ? sum : undefined;
  } finally {
    clearTimeout(timer);
  }
}
