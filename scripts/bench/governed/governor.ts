import type { Session } from '../../e2e/testing/session.ts';
import type { Lane } from '../lanes.ts';
import type { Measured } from '../measure.ts';
import type { Traces } from './evidence.ts';
import { prove } from './prove.ts';
import { proveLimits, type Spent } from './prove-limits.ts';

/** Who sees to it that everything was on while the gateway was measured. */
export interface Governor {
  /** Runs a load of the gateway; rejects where something was not there for each request. */
  govern(load: () => Promise<Measured>, lane: Lane): Promise<Measured>;
  /** Rejects where limits have counted anything but what was asked since the start. */
  checkLimits(): Promise<void>;
}

export function createGovernor(
  traces: Traces,
  { governed, refused, owner }: { governed: bigint; refused: bigint; owner: Session },
): Governor {
  const spent: Spent = { requests: 0, tokens: 0 };
  return {
    async govern(load, { name, isRefused = false }) {
      const keyId = isRefused ? refused : governed;
      const { done, tokens } = await prove(traces, { name, keyId }, async () => {
        const measured = await load();
        const { requests, failures } = measured;
        if (failures > 0 && !isRefused) throw new Error(`${name}: ${failures} of ${requests} failed`);
        // The first of a refused key's minute is served, which is no failure of the lane.
        return { measured, requests, served: isRefused ? failures : requests };
      });
      if (!isRefused) {
        spent.requests += done.served;
        spent.tokens += tokens;
      }
      return done.measured;
    },
    async checkLimits() {
      const { baseUrl } = traces.dev;
      const key = { name: 'limits', keyId: governed };
      await prove(traces, key, () => proveLimits({ baseUrl, session: owner, keyId: governed, spent }));
    },
  };
}
