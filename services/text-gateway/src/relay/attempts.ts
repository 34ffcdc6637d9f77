import { fault } from '@headgate/proto/faults';
import type { Fault } from '@headgate/proto/gen/headgate/fault/v1/fault';
import type { Candidate } from '../catalog/catalog.ts';
import { makeAttempt, type Serving } from './attempt.ts';
import { choose, shortestCoolingMs } from './choose.ts';

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
  for (let number = 1; number <= maxAttempts && !answer.gone.aborted; number += 1) {
    const choice = choose(candidates, tried, cooling, Math.random);
    if (!choice) break;
    tried.add(choice.candidate);
    settlement.attempt(choice.candidate);
    const result = await makeAttempt(serving, choice, `${requestId}.${number}`);
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
