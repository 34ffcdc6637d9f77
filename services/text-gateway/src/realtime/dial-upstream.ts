import { fault } from '@headgate/proto/faults';
import type { Fault } from '@headgate/proto/gen/headgate/fault/v1/fault';
import { CredentialError } from '@headgate/runtime/sign-in/ask-google';
import type { WebSocket } from 'ws';
import type { Candidate } from '../catalog/catalog.ts';
import { type Route, routesOf } from '../catalog/route.ts';
import type { GatewayContext } from '../context.ts';
import type { Secrets } from '../refusals/mask.ts';
import { maxRefusalBytes } from '../refusals/refusal.ts';
import { judgeRefusal } from '../refusals/upstream-fault.ts';
import type { AttemptResult, FailedAttempt } from '../relay/attempts/attempt.ts';
import { leaveOut, mayRetry, spareOf } from '../relay/attempts/attempt-in-turn.ts';
import { callResult } from '../relay/attempts/call-result.ts';
import { faultOfAll } from '../relay/attempts/fault-of-all.ts';
import { logBreak } from '../relay/attempts/log-break.ts';
import { watchCall } from '../relay/attempts/watch-call.ts';
import { choose } from '../relay/choices/choose.ts';
import { stillServed } from '../relay/choices/still-served.ts';
import { readStatus } from '../relay/plans/override.ts';
import { timeoutsOf } from '../relay/plans/timeouts.ts';
import { dialSocket } from '../upstream-call/dial-socket.ts';
import { findUpstream } from '../upstreams/index.ts';
import { findRealtimeUrl, type Headers } from '../upstreams/upstream.ts';

/** What is asked of upstreams for one session. */
export interface Dialling {
  context: GatewayContext;
  requestId: string;
  model: string;
  /** The client's word on the version of the protocol, where it has one. */
  beta: string | undefined;
  gone: AbortSignal;
  /** Of the catalog that it was admitted under. */
  catalogVersion: bigint;
  /** Told of each upstream before it is dialled. */
  onDial(candidate: Candidate): void;
}

export type DialResult = { socket: WebSocket; secrets: Secrets; route: Route } | { fault: Fault };

/** Upstreams that are dialled for one session; as many more for fallbacks. */
const maxAttempts = 3;

const none: ReadonlySet<Route> = new Set();

/** Sessions have no prompt that an upstream could still know. */
const wish = { stream: true, prompt: undefined };

/** Dials one candidate after the other until one opens; the last one's fault when none does. */
export async function dialInTurn(dialling: Dialling, candidates: readonly Candidate[]): Promise<DialResult> {
  const { context, gone, onDial } = dialling;
  let routes: readonly Route[] = candidates.flatMap(routesOf);
  const tried = new Set<Route>();
  /** Dialled where nobody else is left. */
  const spare = new Set<Route>();
  const end = performance.now() + context.config.attemptsWithinMs;
  context.retryBudget.request();
  let failure: Fault | undefined;
  for (let number = 1; number <= 2 * maxAttempts && !gone.aborted; number += 1) {
    routes = stillServed(dialling, routes);
    const isWithin = number <= maxAttempts;
    const left = isWithin ? routes : routes.filter(({ candidate }) => candidate.rung > 0);
    const spared = isWithin ? routes.filter((one) => spare.has(one)) : [];
    const route =
      choose(context, { routes: left, tried, ...wish }) ??
      choose(context, { routes: spared, tried: none, ...wish });
    if (!route) break;
    if (failure && !mayRetry(context)) break;
    spare.delete(route);
    onDial(route.candidate);
    const result = await dialAndLearn(dialling, route, number);
    if ('socket' in result) return { ...result, route };
    failure = result.fault;
    for (const one of spareOf(result, route, routes)) if (!tried.has(one)) spare.add(one);
    leaveOut(tried, route, result.blame);
    if (!result.isRetryable || performance.now() >= end) break;
  }
  // As long as another only cools, it is worth to ask again.
  const isNobodyLeft = routes.every((route) => tried.has(route));
  if (!failure && isNobodyLeft) return { fault: unreachable };
  return { fault: faultOfAll(failure, { routes, tried }, context) };
}

const unreachable = fault('model_not_found', {
  message: 'The upstream for this model cannot be reached right now.',
});

type Dial = { socket: WebSocket; secrets: Secrets } | FailedAttempt;

/** A session that opens is served, as far as routing goes: how long it lasts says nothing of its upstream. */
async function dialAndLearn(dialling: Dialling, route: Route, number: number): Promise<Dial> {
  const watch = watchCall(dialling.context, route, wish);
  let learned: AttemptResult | undefined;
  try {
    const result = await dial(dialling, route, number);
    if ('socket' in result) watch.answering();
    learned = 'socket' in result ? { kind: 'answered' } : result;
    return result;
  } finally {
    watch.end(learned, dialling.gone.aborted);
    const { provider } = route.candidate.channel;
    dialling.context.routingMetrics.call(provider, callResult(learned, dialling.gone.aborted));
  }
}

async function dial(
  { context, requestId, model, beta, gone }: Dialling,
  { candidate, key }: Route,
  number: number,
): Promise<Dial> {
  const { channel, upstreamModel } = candidate;
  const upstream = findUpstream(channel.provider);
  const url = upstream && findRealtimeUrl(upstream, { model: upstreamModel, stream: true, channel });
  if (!upstream || !url) throw new Error(`Channel ${channel.id} has no upstream that can be dialled`);
  const { keys, overrides } = channel;
  const hosts = [url.host, url.hostname];
  const secrets = { keys, headers: overrides?.headers, hosts, upstreamModel, model };
  const headers = {
    ...upstream.headers,
    ...(beta !== undefined && { 'openai-beta': beta }),
    'user-agent': 'headgate',
    ...overrides?.headers,
    ...(channel.sendRequestId && { 'x-client-request-id': `${requestId}.${number}` }),
  };
  let proof: Headers = {};
  try {
    const unsigned = { url, headers, body: Buffer.alloc(0), channel };
    if (key !== undefined) proof = await upstream.authorize({ ...unsigned, key }, context);
  } catch (error) {
    logBreak({ context, requestId, candidate }, error, 'upstream sign-in failed');
    const blame = error instanceof CredentialError && ({ blame: 'credential' } as const);
    return { kind: 'failed', fault: unreachable, isRetryable: true, ...blame };
  }
  const dialled = await dialSocket({
    url,
    headers: { ...headers, ...proof },
    egress: context.config.egress,
    connectMs: timeoutsOf(channel, context.config, { ofImages: false, isStream: true }).connectMs,
    maxFrameBytes: context.config.realtimeFrameBytes,
    maxRefusalBytes,
    gone,
  });
  if (dialled.kind === 'open') return { socket: dialled.socket, secrets };
  if (dialled.kind === 'failed') {
    logBreak({ context, requestId, candidate }, dialled.error, 'upstream could not be dialled');
    return { kind: 'failed', fault: unreachable, isRetryable: true };
  }
  const channelId = String(channel.id);
  context.log.warn({ requestId, channelId, upstreamStatus: dialled.status }, 'upstream refused a session');
  const status = readStatus(channel, dialled.status);
  return { kind: 'failed', ...judgeRefusal(status, dialled.headers, dialled.body, secrets) };
}
