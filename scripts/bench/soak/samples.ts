import type { DevFile } from '../../start/home/dev-file.ts';
import { residentBytesOf } from '../measure.ts';

/** What one process has at a moment, in bytes. */
export interface Held {
  resident: number;
  /** What its JavaScript has, garbage included unless `isCollected`; none of a part that is not JavaScript. */
  heap?: number;
  /** Outside of the heap, buffers above all. */
  external?: number;
  /** All garbage was collected just before. */
  isCollected?: boolean;
}

/** Memory is looked at on a busy machine too, where an answer takes its time. */
const answerWithinMs = 20_000;

export interface Sample {
  atMs: number;
  held: ReadonlyMap<string, Held>;
}

/** All processes of the system, by a name for each; `collected` has the ids of those whose garbage was just collected. */
export async function takeSample(
  dev: DevFile,
  { atMs, collected }: { atMs: number; collected: ReadonlySet<number> },
): Promise<Sample> {
  const services = namedServices(dev);
  const held = await Promise.all(
    services.map(async ({ name, pid, metricsUrl }): Promise<[string, Held]> => {
      const resident = residentBytesOf(pid);
      const metrics = await readMetrics(metricsUrl);
      if (metrics === '') return [name, { resident }];
      const heap = readMetric(metrics, 'nodejs_heap_size_used_bytes');
      const external = readMetric(metrics, 'nodejs_external_memory_bytes');
      return [name, { resident, heap, external, isCollected: collected.has(pid) }];
    }),
  );
  const parts = Object.entries(dev.parts).flatMap(([name, part]): [string, Held][] =>
    part ? [[name, { resident: residentBytesOf(part.pid) }]] : [],
  );
  return { atMs, held: new Map([...held, ...parts]) };
}

/** All processes of services, by the name that they have in a table. */
export function namedServices(dev: DevFile): { name: string; pid: number; metricsUrl: string }[] {
  return Object.entries(dev.services).flatMap(([service, processes]) =>
    processes.map(({ pid, metricsUrl }, index) => ({
      name: index === 0 ? service : `${service}-${index + 1}`,
      pid,
      metricsUrl,
    })),
  );
}

/** Empty where none came in time: a process that is busy is not gone. */
async function readMetrics(url: string): Promise<string> {
  try {
    return await (await fetch(url, { signal: AbortSignal.timeout(answerWithinMs) })).text();
  } catch {
    return '';
  }
}

/** The sum of one metric's samples, whatever their labels. */
export function readMetric(metrics: string, name: string): number {
  const lines = metrics
    .split('\n')
    .filter((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `));
  return lines.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
}
