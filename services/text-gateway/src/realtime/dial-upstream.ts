import { fault } from '@headgate/proto/faults';
import type { Fault } from '@headgate/proto/gen/headgate/fault/v1/fault';
import type { WebSocket } from 'ws';
import type { Candidate } from '../catalog/catalog.ts';
import type { GatewayContext } from '../context.ts';
import { type Choice, choose, shortestCoolingMs } from '../relay/choose.ts';
import type { Secrets } from '../relay/mask.ts';
import { readStatus } from '../relay/override.ts';
import { timeoutsOf } from '../relay/timeouts.ts';
import { isRetryable, maxRefusalBytes, toClientFault } from '../relay/upstream-fault.ts';
import { type Dialled, dialSocket } from '../upstream-call/dial-socket.ts';
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
  /** Told of each upstream before it is dialled. */
  onDial(candidate: Candidate): void;
}

export type DialResult = { socket: WebSocket; secrets: Secrets } | { fault: Fault };

/** Upstreams that are dialled for one session. */
const maxAttempts = 3;

/** Dials one candidate after the other until one opens; the last one's fault when none does. */
export async function dialInTurn(dialling: Dialling, candidates: readonly Candidate[]): Promise<DialResult> {
  const { context, gone, onDial } = dialling;
  const { cooling, config } = context;
  const tried = new Set<Candidate>();
  const end = performance.now() + config.attemptsWithinMs;
  let failure: Fault | undefined;
  for (let number = 1; number <= maxAttempts && !gone.aborted; number += 1) {
    const choice = choose(candidates, tried, cooling, Math.random);
    if (!choice) break;
    tried.add(choice.candidate);
    onDial(choice.candidate);
    const result = await dial(dialling, choice, number);
    if ('socket' in result) return result;
    failure = result.fault;
    if (!result.isRetryable || performance.now() >= end) break;
  }
  const retryAfterMs = shortestCoolingMs(candidates, cooling);
  return { fault: failure ?? fault('too_many_requests', { retryAfterMs, message: busy }) };
}

const busy = 'Every upstream for this model is busy.';
const unreachable = fault('model_not_found', {
  message: 'The upstream for this model cannot be reached right now.',
});

async function dial(
  { context, requestId, model, beta, gone }: Dialling,
  { candidate, key }: Choice,
  number: number,
): Promise<{ socket: WebSocket; secrets: Secrets } | { fault: Fault; isRetryable: boolean }> {
  const { channel, upstreamModel } = candidate;
  const upstream = findUpstream(channel.provider);
  const url = upstream && findRealtimeUrl(upstream, { model: upstreamModel, stream: true, channel });
  if (!upstream || !url) throw new Error(`Channel ${channel.id} has no upstream that can be dialled`);
  const secrets = { keys: channel.keys, hosts: [url.host, url.hostname], upstreamModel, model };
  const headers = {
    ...upstream.headers,
    ...(beta !== undefined && { 'openai-beta': beta }),
    'user-agent': 'headgate',
    ...channel.overrides?.headers,
    ...(channel.sendRequestId && { 'x-client-request-id': `${requestId}.${number}` }),
  };
  let proof: Headers = {};
  try {
    const unsigned = { url, headers, body: Buffer.alloc(0), channel };
    if (key !== undefined) proof = await upstream.authorize({ ...unsigned, key }, context);
  } catch (error) {
    context.log.warn({ err: error, channelId: String(channel.id) }, 'upstream sign-in failed');
    return { fault: unreachable, isRetryable: true };
  }
  const dialled = await dialSocket({
    url,
    headers: { ...headers, ...proof },
    connectMs: timeoutsOf(channel, context.config).connectMs,
    maxFrameBytes: context.config.realtimeFrameBytes,
    maxRefusalBytes,
    gone,
  });
  if (dialled.kind === 'open') return { socket: dialled.socket, secrets };
  const channelId = String(channel.id);
  if (dialled.kind === 'failed') {
    context.log.warn({ err: dialled.error, channelId }, 'upstream could not be dialled');
    return { fault: unreachable, isRetryable: true };
  }
  context.log.warn({ channelId, upstreamStatus: dialled.status }, 'upstream refused a session');
  return refusalOf(context, { candidate, key }, dialled, secrets);
}

function refusalOf(
  { cooling }: GatewayContext,
  { candidate, key }: Choice,
  dialled: Dialled & { kind: 'refused' },
  secrets: Secrets,
): { fault: Fault; isRetryable: boolean } {
  const { headers, body } = dialled;
  const status = readStatus(candidate.channel, dialled.status);
  const refusal = toClientFault(status, headers, body, secrets);
  if (status === 429 && key !== undefined) cooling.cool(candidate.channel.id, key, refusal.retryAfterMs);
  return { fault: refusal, isRetryable: isRetryable(refusal, status) };
}
