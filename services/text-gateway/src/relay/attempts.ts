import { fault } from '@headgate/proto/faults';
import type { Fault } from '@headgate/proto/gen/headgate/fault/v1/fault';
import type { Candidate } from '../catalog/catalog.ts';
import { makeAttempt, type Serving } from './attempt.ts';
import { choose, shortestCoolingMs } from './choose.ts';
import { planCall } from './plan-call.ts';

/** Upstream calls for one request, all before the first byte of its answer. */
const maxAttempts = 3;

/**
 * Calls one candidate after the other until one answers. Returns the last one's fault when none did; then
 * nothing was sent and nothing is settled.
 */
export async function attemptInTurn(
  serving: Serving,
  candidates: readonly Candidate[],
): Promise<Fault | undefined> {
  const { context, answer, settlement, requestId } = serving;
  const { cooling, config } = context;
  const tried = new Set<Candidate>();
  const end = performance.now() + config.attemptsWithinMs;
  let failure: Fault | undefined;
  for (let number = 1; number <= maxAttempts && !answer.gone.aborted; ) {
    const choice = choose(candidates, tried, cooling, Math.random);
    if (!choice) break;
    tried.add(choice.candidate);
    const plan = planCall(serving, choice, `${requestId}.${number}`);
    if ('fault' in plan) {
      // Another candidate may speak the client's dialect itself.
      failure ??= plan.fault;
      continue;
    }
    number += 1;
    settlement.attempt(choice.candidate);
    const result = await makeAttempt(serving, choice, plan);
    if (result.kind === 'answered') return undefined;
    failure = result.fault;
    if (!result.isRetryable || performance.now() >= end) return failure;
  }
  return (
    failure ??
    fault('too_many_requests', { retryAfterMs: shortestCoolingMs(candidates, cooling), message: busy })
  );
}

const busy = 'Every upstream for this model is busy.';
