import { fault } from '@headgate/proto/faults';
import type { Fault } from '@headgate/proto/gen/headgate/fault/v1/fault';
import type { Candidate } from '../catalog/catalog.ts';
import { type AttemptResult, makeAttempt, type Serving } from './attempt.ts';
import { type Choice, choose, shortestCoolingMs } from './choose.ts';
import { type CallPlan, planCall } from './plan-call.ts';
import { signCall } from './sign-call.ts';

/** Upstream calls for one request, all before the first byte of its answer; as many more for fallbacks. */
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
  const fallbacks = candidates.filter(({ rung }) => rung > 0);
  let failure: Fault | undefined;
  for (let number = 1; number <= 2 * maxAttempts && !answer.gone.aborted; ) {
    const choice = choose(number <= maxAttempts ? candidates : fallbacks, tried, cooling, Math.random);
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
    const result = await attempt(serving, choice, plan);
    if (result.kind === 'answered') return undefined;
    failure = result.fault;
    if (!result.isRetryable || performance.now() >= end) return failure;
  }
  return (
    failure ??
    fault('too_many_requests', { retryAfterMs: shortestCoolingMs(candidates, cooling), message: busy })
  );
}

/** Proves who calls, and calls. */
async function attempt(serving: Serving, choice: Choice, plan: CallPlan): Promise<AttemptResult> {
  let signed: CallPlan;
  try {
    const signing = signCall(plan, choice, serving.context);
    signed = signing instanceof Promise ? await signing : signing;
  } catch (error) {
    const { log } = serving.context;
    log.warn({ err: error, channelId: String(choice.candidate.channel.id) }, 'upstream sign-in failed');
    return { kind: 'failed', fault: fault('model_not_found', { message: unavailable }), isRetryable: true };
  }
  return makeAttempt(serving, choice, signed);
}

const unavailable = 'The upstream for this model is not available right now.';
const busy = 'Every upstream for this model is busy.';
