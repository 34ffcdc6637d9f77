import { recordLosses } from '../../canon/losses.ts';
import type { CanonRequest } from '../../canon/request.ts';
import { readAskedTier } from '../../canon/service-tier.ts';
import type { Candidate } from '../../catalog/catalog.ts';
import type { ClientCodec, ReplyCall, UpstreamCodec } from '../../dialects/codec.ts';
import { drawingFor } from '../../dialects/drawing-for.ts';
import { findUpstreamCodec } from '../../dialects/index.ts';
import { namingCalls } from '../../dialects/name-calls.ts';
import { nameTools, namingBack } from '../../dialects/name-tools.ts';
import { tellSummaries } from '../../dialects/tell-summaries.ts';
import type { ImageOrder } from '../../images/image-order.ts';
import type { Endpoint } from '../../upstreams/upstream.ts';
import type { Serving } from '../serving.ts';
import { askedTierOf } from './asked-tier.ts';
import { type CallWays, setMembers } from './call-ways.ts';
import { logLosses } from './log-losses.ts';
import { maxOutputOf } from './max-output.ts';
import { overriddenMembers } from './override.ts';

/** Between the style that the upstream speaks and the client's dialect. */
export interface Conversion {
  from: UpstreamCodec;
  to: ClientCodec;
  call: ReplyCall;
  /** The service tier that the upstream is asked for, where that is not the usual one. */
  askedTier?: string | undefined;
  /** Where pictures are paid for. */
  draw?: ImageOrder['draw'];
}

/** A conversation in the style of an upstream, and how its answer is read and written. Throws where that cannot carry it. */
export function convertConversation(
  serving: Serving,
  request: CanonRequest,
  { style }: Endpoint,
  candidate: Candidate,
  { members, traits }: CallWays,
): { body: Buffer; conversion: Conversion } {
  const { channel, upstreamModel } = candidate;
  const { context, surface, requestId, startedAtMs } = serving;
  const spoken = findUpstreamCodec(style);
  if (!spoken || !surface.codec) throw new Error(`Nothing is converted into ${style}`);
  const losses = recordLosses();
  const maxOutputTokens = maxOutputOf(context, candidate);
  const target = { model: upstreamModel, maxOutputTokens, service: traits };
  const named = nameTools(tellSummaries(boundOutput(request, maxOutputTokens), style), style);
  const body = spoken.encodeRequest(named.request, target, losses);
  logLosses(serving, losses);
  // What was fetched is not kept for the answer.
  const call: ReplyCall = { requestId, request: serving.canon(), createdAt: Math.floor(startedAtMs / 1_000) };
  return {
    body: setMembers(Buffer.from(JSON.stringify({ ...body, ...overriddenMembers(channel, style) })), members),
    conversion: {
      from: namingBack(namingCalls(drawingFor(surface.name, spoken), request), named.originals),
      to: surface.codec,
      call,
      askedTier: askedTierOf(channel, style, readAskedTier(body.service_tier)),
    },
  };
}

/** No more is asked for than was reserved, whatever the client's bound. */
function boundOutput(request: CanonRequest, most: number): CanonRequest {
  const { maxOutputTokens } = request;
  return maxOutputTokens !== undefined && maxOutputTokens > most
    ? { ...request, maxOutputTokens: most }
    : request;
}
