import { fault } from '@headgate/proto/faults';
import type { Fault } from '@headgate/proto/gen/headgate/fault/v1/fault';
import { Dialect } from '@headgate/proto/gen/headgate/text/v1/text';
import type { Candidate } from '../catalog/catalog.ts';
import type { GatewayContext } from '../context.ts';
import type { ChatRequest } from '../dialects/chat-completions/request.ts';
import { splice } from '../json/splice.ts';
import { callUpstream, type UpstreamHeaders, type UpstreamRequest } from '../upstream-call/call.ts';
import { findUpstream } from '../upstreams/index.ts';
import { endpointOf } from '../upstreams/upstream.ts';
import type { Answer } from './answer.ts';
import type { Choice } from './choose.ts';
import type { Secrets } from './mask.ts';
import { createRefusalPass } from './pass-refusal.ts';
import { createStreamPass } from './pass-stream.ts';
import { createWholePass } from './pass-whole.ts';
import type { Settlement } from './settle.ts';
import { type Timeouts, timeoutsOf } from './timeouts.ts';

/** A request that is being served. */
export interface Serving {
  context: GatewayContext;
  request: ChatRequest;
  requestId: string;
  answer: Answer;
  settlement: Settlement;
}

/** One upstream call on its behalf. */
export interface Attempt extends Serving, Choice {
  secrets: Secrets;
  /** Whether the client's stream must not show the usage that we asked for. */
  dropUsage: boolean;
}

/**
 * `answered`: the client got an answer and the request is settled. `failed`: nothing was sent and nothing is
 * settled; `isRetryable` tells whether another channel may do better.
 */
export type AttemptResult = { kind: 'answered' } | { kind: 'failed'; fault: Fault; isRetryable: boolean };

/** Takes the upstream's answer as it comes. */
export interface Pass {
  /** False means: no more until the client has taken what there is. */
  data(bytes: Buffer): boolean;
  end(): void;
  /** The upstream broke off, or was cut by us. */
  broken(error: Error): void;
}

/** Calls the chosen candidate and passes its answer on; resolves when the call is over. */
export function makeAttempt(serving: Serving, choice: Choice, attemptId: string): Promise<AttemptResult> {
  const { request } = serving;
  const { channel, upstreamModel } = choice.candidate;
  const { body, dropUsage } = upstreamBody(request, choice.candidate);
  const { url, headers } = upstreamTarget(request, choice, attemptId);
  const secrets = {
    keys: channel.keys,
    hosts: [url.host, url.hostname],
    upstreamModel,
    model: request.model,
  };
  const attempt = { ...serving, ...choice, secrets, dropUsage };
  const timeouts = timeoutsOf(channel, serving.context.config);
  return new Promise((resolve) => run(attempt, { url, headers, body, timeouts }, resolve));
}

function run(
  attempt: Attempt,
  request: UpstreamRequest & { timeouts: Timeouts },
  resolve: (result: AttemptResult) => void,
): void {
  const { context, answer, settlement, candidate } = attempt;
  const { abandonedDrainMs } = context.config;
  let pass: Pass | undefined;
  let isFinished = false;
  let isCallOver = false;
  const timers: NodeJS.Timeout[] = [];
  const clearTimers = (): void => {
    for (const timer of timers.splice(0)) clearTimeout(timer);
  };
  const cutAfter = (ms: number, why: string): void => {
    if (!isCallOver) timers.push(setTimeout(() => call.abort(new Error(why)), ms));
  };

  /** The verdict is in. Whatever the upstream still sends is for nobody: it gets a short while to end. */
  const finish = (result: AttemptResult): void => {
    if (isFinished) return;
    isFinished = true;
    clearTimers();
    answer.gone.removeEventListener('abort', onGone);
    cutAfter(abandonedDrainMs, 'The answer is complete');
    resolve(result);
  };

  /** Runs a step of the answer. A defect in it ends the request, and must not leave it open. */
  const step = (work: () => void): void => {
    try {
      work();
    } catch (error) {
      context.log.error({ err: error, requestId: attempt.requestId }, 'passing an answer on failed');
      if (answer.hasBegun()) {
        answer.fail(error);
        finish({ kind: 'answered' });
      } else {
        finish({ kind: 'failed', fault: fault('internal_error'), isRetryable: false });
      }
    }
  };
  const over = (): void => {
    isCallOver = true;
    if (isFinished) clearTimers();
  };

  const call = callUpstream(context.pools, request, {
    onHead(status, headers) {
      context.reach('after-head');
      settlement.firstByte();
      step(() => {
        pass = choosePass(attempt, status, headers, finish);
      });
    },
    onData: (bytes) =>
      step(() => {
        if (!isFinished && pass && !pass.data(bytes) && !answer.gone.aborted) call.pause();
      }),
    onEnd() {
      over();
      step(() => pass?.end());
    },
    onError(error) {
      over();
      if (pass) return step(() => pass?.broken(error));
      context.log.warn({ err: error, channelId: String(candidate.channel.id) }, 'upstream call failed');
      const unreachable = fault('model_not_found', { message: unreachableMessage });
      finish({ kind: 'failed', fault: unreachable, isRetryable: true });
    },
  });
  if (isFinished) return;
  answer.onDrain(() => call.resume());
  cutAfter(request.timeouts.answerMs, 'The answer took too long');

  /** Nobody listens any more: what is left is read for its usage, for a while. */
  function onGone(): void {
    call.resume();
    if (abandonedDrainMs === 0) call.abort(new Error('The client has gone'));
    else cutAfter(abandonedDrainMs, 'The client has gone');
  }
  if (answer.gone.aborted) onGone();
  else answer.gone.addEventListener('abort', onGone, { once: true });
}

const unreachableMessage = 'The upstream for this model cannot be reached right now.';

function choosePass(
  attempt: Attempt,
  status: number,
  headers: UpstreamHeaders,
  finish: (result: AttemptResult) => void,
): Pass {
  if (status < 200 || status > 299) return createRefusalPass(attempt, status, headers, finish);
  const isStream = String(headers['content-type'] ?? '')
    .toLowerCase()
    .startsWith('text/event-stream');
  return isStream && attempt.request.stream
    ? createStreamPass(attempt, finish)
    : createWholePass(attempt, finish);
}

/** The client's bytes with the members on the closed list set: `model` where mapped, usage where we need it. */
function upstreamBody(request: ChatRequest, candidate: Candidate): { body: Buffer; dropUsage: boolean } {
  const edits = new Map<string, string>();
  if (candidate.upstreamModel !== request.model) edits.set('model', JSON.stringify(candidate.upstreamModel));
  const asksOnly = findUpstream(candidate.channel.provider)?.usageOnRequest ?? false;
  const dropUsage = request.stream && asksOnly && !request.includeUsage;
  if (dropUsage)
    edits.set('stream_options', JSON.stringify({ ...request.streamOptions, include_usage: true }));
  return { body: splice(request.body, request.scanned, edits), dropUsage };
}

function upstreamTarget(
  request: ChatRequest,
  { candidate: { channel }, key }: Choice,
  attemptId: string,
): { url: URL; headers: Record<string, string> } {
  const upstream = findUpstream(channel.provider);
  const url = upstream && endpointOf(channel, upstream, Dialect.CHAT_COMPLETIONS);
  if (!upstream || !url)
    throw new Error(`Channel ${channel.id} does not speak the dialect it was chosen for`);
  const headers: Record<string, string> = {
    ...(key !== undefined && upstream.credentials(key)),
    'content-type': 'application/json',
    accept: request.stream ? 'text/event-stream' : 'application/json',
    'accept-encoding': 'identity',
    'user-agent': 'headgate',
  };
  if (channel.sendRequestId) headers['x-client-request-id'] = attemptId;
  return { url, headers };
}
