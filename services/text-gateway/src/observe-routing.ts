import type { Service } from '@headgate/runtime/lifecycle';
import { Counter, Gauge } from '@headgate/runtime/metrics';
import type { Breaker } from './health/breaker.ts';

/** What became of a retry that a request was due. */
type Retry = 'made' | 'refused';

/** Whether a request went to where its prompt was served before. */
type AffinityResult = 'hit' | 'miss';

/** What is counted of the ways that requests take. */
export interface RoutingMetrics {
  retry(result: Retry): void;
  affinity(result: AffinityResult): void;
}

export function createRoutingMetrics(
  { metrics }: Pick<Service, 'metrics'>,
  breaker: Breaker,
): RoutingMetrics {
  const registers = [metrics];
  const retries = new Counter({
    name: 'headgate_text_retries_total',
    help: 'Further upstream calls for a request: made, or refused by the budget',
    labelNames: ['result'],
    registers,
  });
  const affinities = new Counter({
    name: 'headgate_text_prompt_affinity_total',
    help: 'Requests that name their prompt: sent to where it was served before, or elsewhere',
    labelNames: ['result'],
    registers,
  });
  new Gauge({
    name: 'headgate_text_circuits',
    help: 'Credentials, with a model or with all, that are left alone (open) or about to be tried (half-open)',
    labelNames: ['state'],
    registers,
    collect() {
      for (const [state, count] of Object.entries(breaker.states())) this.set({ state }, count);
    },
  });
  return {
    retry: (result) => retries.inc({ result }),
    affinity: (result) => affinities.inc({ result }),
  };
}
