import { join } from 'node:path';
import { startSystem } from '../../start/testing/start-system.ts';
import type { Watched } from '../measure.ts';
import { startFloodVendor } from './flood-vendor.ts';
import type { OpenStreamsLane, StallLane } from './lanes.ts';
import { showOpenStreams } from './show-open-streams.ts';
import { showStalls } from './show-stalls.ts';

/** As in memory.yaml. */
const key = 'sk-governedgovernedgovernedgovernedgoverned';

/** Lanes of memory, in a system of their own: what others have left in heaps is not theirs. */
export async function showMemory(
  lanes: { openStreams: readonly OpenStreamsLane[]; stalls: readonly StallLane[] },
  say: (line: string) => void,
): Promise<void> {
  const vendor = await startFloodVendor();
  const system = await startSystem({
    config: join(import.meta.dirname, 'memory.yaml'),
    env: { HEADGATE_BENCH_FLOOD_URL: vendor.url },
  });
  try {
    const { baseUrl, services } = system.dev;
    const names = ['ingress', 'text-gateway'] as const;
    const watched: Watched = new Map(names.map((name) => [name, services[name]?.[0]?.pid ?? 0]));
    const target = { url: `${baseUrl}/v1/chat/completions`, key };
    if (lanes.openStreams.length > 0) await showOpenStreams(lanes.openStreams, { target, watched, say });
    if (lanes.stalls.length > 0) await showStalls(lanes.stalls, { baseUrl, key, vendor, watched, say });
  } finally {
    await system.stop();
    await vendor.stop();
  }
}
