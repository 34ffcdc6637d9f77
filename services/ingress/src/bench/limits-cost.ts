/** CPU of a decision, of one replica alone in memory and of one that shares; prints both in microseconds as JSON. */

import { createLink } from '../admit/leases/link/link.ts';
import { createSharedRates } from '../admit/leases/shared-rates.ts';
import { createSharingCounts } from '../admit/leases/sharing-counts.ts';
import { createRates, type Rates } from '../admit/rates.ts';

const [url = ''] = process.argv.slice(2);
const silent = { info: () => undefined, warn: () => undefined };
const limit = 1_000_000_000;
const names = Array.from({ length: 100 }, (_, index) => `cost-${process.pid}-${index}`);
/** As many as a busy ingress decides on at once, then its other work goes on. */
const atOnce = 50;
const decisions = 200_000;
const rounds = 5;

const link = createLink({ url, log: silent, deadlineMs: 5_000 });
while (!link.isJoined()) await pause();
const counts = createSharingCounts();
const shared = createSharedRates(60_000, link, counts);
const own = createRates(60_000);

const costs: Record<'memory' | 'shared', number[]> = { memory: [], shared: [] };
for (let round = 0; round <= rounds; round += 1) {
  const [memory, together] = [await cost(own), await cost(shared)];
  // The first round warms up.
  if (round === 0) continue;
  costs.memory.push(memory);
  costs.shared.push(together);
}
const { leases } = counts;
const medians = { memory: median(costs.memory), shared: median(costs.shared) };
process.stdout.write(JSON.stringify({ ...medians, leases }));
process.exit();

async function cost(rates: Rates): Promise<number> {
  const before = process.cpuUsage();
  for (let index = 0; index < decisions; index += 1) {
    await rates.take(names[index % names.length] ?? '', limit);
    if (index % atOnce === 0) await pause();
  }
  const { user, system } = process.cpuUsage(before);
  return (user + system) / decisions;
}

function pause(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;
}
