import { fault } from '@headgate/proto/faults';
import type { Fault } from '@headgate/proto/gen/headgate/fault/v1/fault';
import { CredentialError } from '@headgate/runtime/sign-in/ask-google';
import { namePrompt } from '../../affinity/affinity.ts';
import type { Candidate } from '../../catalog/catalog.ts';
import { type Route, routesOf } from '../../catalog/route.ts';
import type { GatewayContext } from '../../context.ts';
import type { Blame } from '../../refusals/upstream-fault.ts';
import { choose } from '../choices/choose.ts';
import { isPinnedTo } from '../choices/find-pin.ts';
import { stillServed } from '../choices/still-served.ts';
import { type CallPlan, planCall } from '../plans/plan-call.ts';
import { signCall } from '../plans/sign-call.ts';
import type { Serving } from '../serving.ts';
import { type AttemptResult, makeAttempt } from './attempt.ts';
import { callResult } from './call-result.ts';
import { faultOfAll } from './fault-of-all.ts';
import { logBreak } from './log-break.ts';
import { traceCall } from './trace-call.ts';
import { watchCall } from './watch-call.ts';

/** Upstream calls for one request, all before the first byte of its answer; as many more for fallbacks. */
const maxAttempts = 3;

const none: ReadonlySet<Route> = new Set();

/**
 * Calls one candidate after the other until one answers. Returns the last one's fault when none did; then
 * nothing was sent and nothing is settled.
 */
export async function attemptInTurn(
  serving: Serving,
  candidates: readonly Candidate[],
): Promise<Fault | undefined> {
  const { context, answer, settlement, requestId } = serving;
  const { stream } = serving.request;
  const prompt = promptOf(serving);
  let routes = routesFor(serving, candidates);
  const tried = new Set<Route>();
  const end = performance.now() + context.config.attemptsWithinMs;
  context.retryBudget.request();
  let failure: Fault | undefined;
  /** What the first of those that cannot be given the request would have to be told. */
  let unfit: Fault | undefined;
  /** Asked where nobody else is left. */
  const spare = new Set<Route>();
  for (let number = 1; number <= 2 * maxAttempts && !answer.gone.aborted; ) {
    routes = stillServed(serving, routes);
    const isWithin = number <= maxAttempts;
    const left = isWithin ? routes : routes.filter(({ candidate }) => candidate.rung > 0);
    const spared = isWithin && spare.size > 0 ? routes.filter((one) => spare.has(one)) : [];
    const route =
      choose(context, { routes: left, tried, stream, prompt }) ??
      choose(context, { routes: spared, tried: none, stream, prompt });
    if (!route) break;
    spare.delete(route);
    const planning = planCall(serving, route, `${requestId}.${number}`);
    const plan = planning instanceof Promise ? await planning : planning;
    if ('fault' in plan) {
      leaveOut(tried, route);
      // Another candidate may speak the client's dialect itself.
      unfit ??= plan.fault;
      continue;
    }
    if (failure && number > 1 && !mayRetry(context)) break;
    if (number === 1) countAffinity(context, prompt, route);
    settlement.attempt(route.candidate);
    const result = await attempt(serving, route, { plan, number, prompt });
    number += 1;
    if (result.kind === 'answered') return undefined;
    failure = result.fault;
    for (const one of spareOf(result, route, routes)) if (!tried.has(one)) spare.add(one);
    leaveOut(tried, route, result.blame);
    if (!result.isRetryable || performance.now() >= end) break;
  }
  // As long as another only cools, it is worth to ask again.
  const isNobodyLeft = routes.every((route) => tried.has(route));
  if (!failure && isNobodyLeft) return unfit ?? fault('model_not_found', { message: unavailable });
  return faultOfAll(failure, { routes, tried }, context);
}

/** Where an answer is kept, nobody else can go on from it. */
function routesFor({ pin }: Serving, candidates: readonly Candidate[]): readonly Route[] {
  const [only] = candidates;
  const routes = only && candidates.length === 1 ? routesOf(only) : candidates.flatMap(routesOf);
  return pin ? routes.filter((route) => isPinnedTo(pin, route)) : routes;
}

function promptOf({ request, caller }: Serving): string | undefined {
  const { model, promptKey } = request;
  return promptKey === undefined ? undefined : namePrompt(caller.group, model, promptKey);
}

/** Leaves a channel out, or one of its credentials where that alone was the trouble. */
export function leaveOut(tried: Set<Route>, route: Route, blame?: Blame): void {
  const isAlone = blame !== undefined && blame !== 'channel';
  for (const one of isAlone ? [route] : routesOf(route.candidate)) tried.add(one);
}

/** Who else of a channel that failed may serve: its other credentials, and a route whose connection was stale. */
export function spareOf(
  { isStale, blame }: { isStale?: boolean; blame?: Blame },
  route: Route,
  routes: readonly Route[],
): readonly Route[] {
  if (blame === 'channel') return [];
  return routes.filter((one) => one.candidate === route.candidate && (one !== route || isStale));
}

/** Whether one more upstream may be tried; it is counted then. */
export function mayRetry({ retryBudget, routingMetrics }: GatewayContext): boolean {
  const isCovered = retryBudget.take();
  routingMetrics.retry(isCovered ? 'made' : 'refused');
  return isCovered;
}

function countAffinity(
  { affinity, routingMetrics }: GatewayContext,
  prompt: string | undefined,
  route: Route,
) {
  if (prompt === undefined) return;
  routingMetrics.affinity(affinity.find(prompt) === route.credential ? 'hit' : 'miss');
}

/** Makes one upstream call, and learns from it. */
async function attempt(
  serving: Serving,
  route: Route,
  { plan, number, prompt }: { plan: CallPlan; number: number; prompt: string | undefined },
): Promise<AttemptResult> {
  const { context, answer, request } = serving;
  const watch = watchCall(context, route, { stream: request.stream, prompt });
  const trace = traceCall(serving, route, number);
  let result: AttemptResult | undefined;
  try {
    result = await signAndCall(serving, route, plan, () => watch.answering());
    return result;
  } finally {
    watch.end(result, answer.gone.aborted);
    trace.end(result);
    const { provider } = route.candidate.channel;
    context.routingMetrics.call(provider, callResult(result, answer.gone.aborted));
  }
}

/** Proves who calls, and calls. */
async function signAndCall(
  serving: Serving,
  route: Route,
  plan: CallPlan,
  answering: () => void,
): Promise<AttemptResult> {
  let signed: CallPlan;
  try {
    const signing = signCall(plan, route, serving.context);
    signed = signing instanceof Promise ? await signing : signing;
  } catch (error) {
    const { context, requestId } = serving;
    logBreak({ context, requestId, candidate: route.candidate }, error, 'upstream sign-in failed');
    return uncalled(error instanceof CredentialError ? 'credential' : undefined);
  }
  // Nobody is there any more whom an answer would be for.
  if (serving.answer.gone.aborted) return uncalled();
  const calling = makeAttempt(serving, route, signed, answering);
  // What was handed over is not held here as well, for as long as its answer takes.
  plan.body = nothing;
  return calling;
}

function uncalled(blame?: Blame): AttemptResult {
  const told = fault('model_not_found', { message: unavailable });
  return { kind: 'failed', fault: told, isRetryable: true, ...(blame && { blame }) };
}

const nothing = Buffer.alloc(0);

const unavailable = 'The upstream for this model is not available right now.';
