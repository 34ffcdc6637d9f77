import { randomUUIDv7 } from 'node:crypto';
import type { Channel } from '@headgate/proto/gen/headgate/account/v1/account';
import { ProbeChannelsResponse } from '@headgate/proto/gen/headgate/text/v1/text';
import { FaultError } from '@headgate/runtime/errors';
import type { Catalog } from '../../catalog/catalog.ts';
import { type Route, routesOf } from '../../catalog/route.ts';
import type { GatewayContext } from '../../context.ts';
import { createRequestMedia } from '../../fetch-media/request-media.ts';
import { type AttemptResult, makeAttempt } from '../../relay/attempts/attempt.ts';
import { planCall } from '../../relay/plans/plan-call.ts';
import { signCall } from '../../relay/plans/sign-call.ts';
import { decodeEmbedding, decodeRequest, readRequest } from '../../relay/read-request.ts';
import type { Serving } from '../../relay/serving.ts';
import { describeBreak } from '../../upstream-call/describe-break.ts';
import { sayRefusal, sayUnreached } from '../say-refusal.ts';
import { createNobody, noBooks } from './nobody.ts';
import { orderProbe, type ProbeOrder } from './probe-order.ts';

/** The longest that one channel may take. */
const deadlineMs = 60_000;

export interface ProbeWish {
  /** Empty: the channel's first that can be asked. */
  model: string;
  stream: boolean;
}

/**
 * Asks a channel something tiny, on the way that requests take from the plan of a call to the end of its answer. What
 * is left out is what a request owes to others: purses, the journal, the bill, and what routing learns.
 */
export async function probeChannel(
  context: GatewayContext,
  catalog: Catalog,
  channel: Channel,
  wish: ProbeWish,
  signal: AbortSignal,
): Promise<ProbeChannelsResponse> {
  const base = ProbeChannelsResponse.fromPartial({ channelId: channel.id });
  const order = orderProbe(channel, catalog, wish);
  if (typeof order === 'string') return { ...base, message: order };
  const ending = AbortSignal.any([signal, AbortSignal.timeout(deadlineMs)]);
  const begunAt = performance.now();
  const secondsSince = (): number => Math.round(performance.now() - begunAt) / 1_000;
  const seen = { status: 0, firstByteSeconds: 0, words: '' };
  const said = await callOnce(context, order, ending, {
    seen,
    answering: () => (seen.firstByteSeconds ||= Math.max(secondsSince(), 0.001)),
  });
  const { status, firstByteSeconds } = seen;
  const isGivenUp = ending.aborted && said !== '';
  return {
    ...base,
    success: said === '',
    message: isGivenUp ? `There was no whole answer within ${deadlineMs / 1_000} seconds.` : said,
    seconds: secondsSince(),
    status,
    firstByteSeconds,
    model: order.model,
  };
}

interface Watch {
  seen: { status: number; words: string };
  answering: () => void;
}

/** Why it failed, in words; empty where it did not. */
async function callOnce(
  context: GatewayContext,
  order: ProbeOrder,
  ending: AbortSignal,
  { seen, answering }: Watch,
): Promise<string> {
  const route = soonest(order, context);
  if (!route) return 'This channel has no credential.';
  const { keys } = order.candidate.channel;
  const { upstreamModel } = order.candidate;
  const hosts = hostsOf(order.candidate.channel);
  const secrets = { keys, hosts, upstreamModel, model: upstreamModel };
  const media = createRequestMedia(context.media, ending, 0n);
  try {
    const serving: Serving = {
      ...serve(context, order, ending, () => (seen.words = brokeOff)),
      media,
      witness: {
        refused(status, body) {
          seen.status = status;
          seen.words = sayRefusal(status, body, secrets);
        },
        unreached(error) {
          seen.words = sayUnreached(error);
        },
      },
    };
    const plan = await planCall(serving, route, `${serving.requestId}.1`);
    if ('fault' in plan) return plan.fault.message;
    const signed = await signCall(plan, route, context);
    const answered = (): void => {
      seen.status ||= 200;
      answering();
    };
    const result = await Promise.race([makeAttempt(serving, route, signed, answered), givenUp(ending)]);
    return sayResult(result, seen.words);
  } catch (error) {
    if (error instanceof FaultError) return error.fault.message;
    context.log.warn(
      { ...describeBreak(error), channelId: String(order.candidate.channel.id) },
      'a probe failed',
    );
    return 'The call could not be made or signed: look at the credential of the channel.';
  } finally {
    media.release();
  }
}

/** The credential that a request would be sent with. */
function soonest({ candidate }: ProbeOrder, { breaker }: GatewayContext): Route | undefined {
  const [first, ...others] = routesOf(candidate);
  if (!first) return undefined;
  return others.reduce((best, one) => (breaker.waitMs(one) < breaker.waitMs(best) ? one : best), first);
}

function serve(
  context: GatewayContext,
  { surface, body }: ProbeOrder,
  ending: AbortSignal,
  failed: () => void,
): Omit<Serving, 'media'> {
  const facts = { body, model: '', stream: false, headers: [] };
  const request = readRequest(surface, facts);
  return {
    context,
    surface,
    request,
    canon: () => decodeRequest(surface, request, facts),
    embedding: () => decodeEmbedding(surface, request),
    orderOf: () => undefined,
    countInput: () => 0,
    headers: [],
    caller: { keyId: 0n, group: '' },
    requestId: randomUUIDv7(),
    answer: createNobody(ending, failed),
    settlement: noBooks,
    startedAtMs: Date.now(),
  };
}

const brokeOff = 'The answer broke off.';

/** Words for what came of it; those of the upstream come before ours. */
function sayResult(result: AttemptResult | undefined, words: string): string {
  if (!result) return 'The test was given up.';
  if (result.kind === 'answered') return result.isBroken ? brokeOff : words;
  return words === '' ? result.fault.message : words;
}

function givenUp(ending: AbortSignal): Promise<undefined> {
  return new Promise((resolve) => {
    if (ending.aborted) resolve(undefined);
    else ending.addEventListener('abort', () => resolve(undefined), { once: true });
  });
}

function hostsOf({ baseUrl }: Channel): string[] {
  if (!URL.canParse(baseUrl)) return [];
  const { host, hostname } = new URL(baseUrl);
  return [host, hostname];
}
