import type { Service } from '@headgate/runtime/lifecycle';
import { Counter, Gauge } from '@headgate/runtime/metrics';
import { createQuickCounter } from '@headgate/runtime/metrics/quick-counter';
import { createQuickHistogram, type QuickHistogram } from '@headgate/runtime/metrics/quick-histogram';
import { remember } from '@headgate/runtime/remember';
import type { Breaker } from '../health/breaker.ts';
import type { CallResult } from '../relay/attempts/call-result.ts';
import { upstreams } from '../upstreams/index.ts';

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
  /** An upstream call has ended. `provider` is a kind of upstream, of a closed list. */
  call(provider: string, result: CallResult): void;
  /** Makes what is called at each piece of one streamed answer. */
  pieces(): () => void;
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
  const calls = createQuickCounter({
    name: 'headgate_text_upstream_calls_total',
    help: 'Calls to upstreams, by the kind of upstream and what came of them: served, broken, busy, credential, refused, failed or client_gone',
    labelNames: ['provider', 'result'],
    registers,
  });
  // What is alerted on is there before it happens: a series that begins at 1 never rose.
  for (const { name } of upstreams) calls.show({ provider: name, result: 'credential' });
  const callsOf = remember((provider: string) =>
    remember((result: CallResult) => calls.of({ provider, result })),
  );
  retries.inc({ result: 'refused' }, 0);
  const gaps = createQuickHistogram({
    name: 'headgate_text_stream_gap_seconds',
    help: 'Between two pieces of a streamed answer, as they come from upstreams',
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60],
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
    call: (provider, result) => callsOf(provider)(result).add(1),
    pieces: () => timePieces(gaps),
  };
}

function timePieces(gaps: QuickHistogram): () => void {
  const timer = new PieceTimer(gaps);
  return () => timer.piece();
}

/** A class, whose number is written in place: answers come in millions of pieces, and a variable allocates for each. */
class PieceTimer {
  readonly #gaps: QuickHistogram;
  /** Of `performance.now()`; 0 before the first. */
  #lastAt = 0;

  constructor(gaps: QuickHistogram) {
    this.#gaps = gaps;
  }

  piece(): void {
    const now = performance.now();
    if (this.#lastAt > 0) this.#gaps.observe((now - this.#lastAt) / 1_000);
    this.#lastAt = now;
  }
}
