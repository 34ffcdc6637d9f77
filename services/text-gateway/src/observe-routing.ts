import type { Service } from '@headgate/runtime/lifecycle';
import { Counter, Gauge } from '@headgate/runtime/metrics';
import type { Breaker } from './health/breaker.ts';

/** What became of a retry that a request was due. */
type Retry = 'made' | 'refused';

/** Whether a request went to where its prompt was served before. */
type AffinityResult = 'hit' | 'miss';

/**
 * What became of the note where a response is kept. `late`: its answer ended before it was written. `unknown` and
 * `of_another_key`: what a request went on from.
 */
type PinResult = 'written' | 'late' | 'dropped' | 'unknown' | 'of_another_key';

/** What is counted of the ways that requests take. */
export interface RoutingMetrics {
  retry(result: Retry): void;
  affinity(result: AffinityResult): void;
  pins(result: PinResult, count: number): void;
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
  const pins = new Counter({
    name: 'headgate_text_response_pins_total',
    help: 'Notes where upstreams keep responses: written, dropped, or late for the end of the answer; and those not found',
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
    pins: (result, count) => pins.inc({ result }, count),
  };
}
