import { fault } from '@headgate/proto/faults';
import type { Fault } from '@headgate/proto/gen/headgate/fault/v1/fault';
import { FaultError } from '@headgate/runtime/errors';
import { RefusedContent, recordLosses } from '../../canon/losses.ts';
import type { CanonRequest } from '../../canon/request.ts';
import { hasWrappedSeals } from '../../canon/seal.ts';
import { readAskedTier } from '../../canon/service-tier.ts';
import type { Candidate } from '../../catalog/catalog.ts';
import { defaultModel } from '../../catalog/default-model.ts';
import type { GatewayContext } from '../../context.ts';
import type { ClientCodec, ReplyCall, UpstreamCodec } from '../../dialects/codec.ts';
import { drawingFor } from '../../dialects/drawing-for.ts';
import { findUpstreamCodec } from '../../dialects/index.ts';
import { namingCalls } from '../../dialects/name-calls.ts';
import { nameTools, namingBack } from '../../dialects/name-tools.ts';
import type { ClientRequest, Passage, PassedBody, ReadWhole } from '../../dialects/passage.ts';
import { tellSummaries } from '../../dialects/tell-summaries.ts';
import type { ImageOrder } from '../../images/image-order.ts';
import { scanObject } from '../../json/scan.ts';
import { type Edits, splice } from '../../json/splice.ts';
import { findEmbeddingUpstream } from '../../surfaces/index.ts';
import { findUpstream } from '../../upstreams/index.ts';
import type { Endpoint, Upstream, Ways } from '../../upstreams/upstream.ts';
import type { Choice } from '../choices/choose.ts';
import type { Serving } from '../serving.ts';
import { askedTierOf } from './asked-tier.ts';
import { callHeaders } from './call-headers.ts';
import { chooseEndpoint } from './choose-endpoint.ts';
import { type ConvertedEmbeddings, convertEmbeddings } from './convert-embeddings.ts';
import { convertImageCall } from './convert-image-call.ts';
import { logLosses } from './log-losses.ts';
import { overriddenMembers, overrideBytes } from './override.ts';

/** How an upstream is called on behalf of a request, but for the proof of who calls. */
export interface CallPlan {
  url: URL;
  headers: Record<string, string>;
  body: Buffer;
  /** Whether the client's stream must not show the usage that we asked for. */
  dropUsage: boolean;
  /** Absent where whole answers are read as they are. */
  conversion: Conversion | undefined;
  readWhole: ReadWhole;
  /** In place of the style's own. */
  createTap?: Passage['createTap'] | undefined;
}

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

type Planned = CallPlan | { fault: Fault };

/**
 * Plans the call of a candidate; a fault says why the request cannot be put to it. A promise only where something that
 * the client named must be fetched first.
 */
export function planCall(
  serving: Serving,
  { candidate }: Choice,
  attemptId: string,
): Planned | Promise<Planned> {
  const { channel, upstreamModel } = candidate;
  const { surface, request } = serving;
  const upstream = findUpstream(channel.provider);
  const order = serving.orderOf(candidate);
  // Answers with images that are converted come whole.
  const pathCall = { model: upstreamModel, stream: request.stream && !order?.job, channel };
  const endpoint = upstream && chooseEndpoint(upstream, surface, pathCall, order?.job);
  if (!upstream || !endpoint)
    return { fault: fault('model_not_found', { message: notServed, permanent: true }) };
  const ways = { usageOnRequest: upstream.usageOnRequest, ...upstream.ways?.(endpoint.style, pathCall) };
  const mayPass = endpoint.style === surface.name;
  const passed = mayPass ? passedRequest(serving, upstreamModel, ways, order) : undefined;
  const headers = callHeaders(serving, upstream, channel, { isPassed: passed !== undefined, attemptId });
  const planning = { endpoint, headers, candidate, ways, order };
  return passed ? planPassed(serving, passed, planning) : planConverted(serving, planning);
}

const notServed = 'No channel of this model serves what was asked for.';

/** What is settled of a call before its body is written. */
interface Planning {
  endpoint: Endpoint;
  headers: Record<string, string>;
  candidate: Candidate;
  ways: CallWays;
  order: ImageOrder | undefined;
}

/** The client's own bytes, for an upstream that reads them. */
function planPassed(
  serving: Serving,
  request: Pick<ClientRequest, 'passTo'>,
  { endpoint, headers, candidate, ways, order }: Planning,
): CallPlan {
  const { readWhole, createTap } = order ?? serving.surface.passage;
  const { body, dropUsage, contentType } = passBody(serving, request, ways, candidate);
  if (contentType !== undefined) headers['content-type'] = contentType;
  return { url: endpoint.url, headers, body, dropUsage, conversion: undefined, readWhole, createTap };
}

function planConverted(serving: Serving, planning: Planning): Planned | Promise<Planned> {
  const { endpoint, headers, candidate, ways, order } = planning;
  const { url } = endpoint;
  const { readWhole, createTap } = order ?? serving.surface.passage;
  const refuse = (error: unknown) => ({ fault: refusalOf(error, serving) });
  try {
    if (order?.job) {
      const images = convertImageCall(serving, order, endpoint, candidate);
      const typed = { ...headers, ...images.headers };
      return { url, ...images, headers: typed, dropUsage: false, conversion: undefined, createTap };
    }
    if (serving.surface.embedding) {
      const embeddings = embed(serving, endpoint, candidate, ways);
      return { url, headers, ...embeddings, dropUsage: false, conversion: undefined };
    }
    const convert = (inlined: CanonRequest): CallPlan => {
      const { body, conversion } = convertBody(serving, inlined, endpoint, candidate, ways);
      const drawing = { ...conversion, draw: order?.draw };
      return { url, headers, body, conversion: drawing, dropUsage: false, readWhole };
    };
    const ofStyle = findUpstreamCodec(endpoint.style)?.wantsBytes;
    const wantsBytes = ways.traits?.takesAddresses === false ? () => true : ofStyle;
    const asked = serving.media.inline(serving.canon(), wantsBytes);
    return asked instanceof Promise ? asked.then(convert).catch(refuse) : convert(asked);
  } catch (error) {
    return refuse(error);
  }
}

/**
 * What passes to an upstream of the client's dialect; undefined where it must be converted all the same, into that dialect. A
 * conversation that an upstream of another dialect took part in carries its seals, wrapped. They must not reach this one,
 * which would refuse them: they are cut out where nothing else hangs on them, and so are ids of calls for a service that
 * refuses these. Calls of others have no thoughts beside them, without which some services refuse a history.
 */
function passedRequest(
  { surface, request }: Serving,
  upstreamModel: string,
  { traits }: CallWays,
  order: ImageOrder | undefined,
): Pick<ClientRequest, 'passTo'> | undefined {
  const asked = order ?? request;
  if (order?.job) return surface.name === 'image-edits' && order.job.mustConvert ? undefined : asked;
  if (findUpstreamCodec(surface.name) === undefined) return asked;
  const named = traits?.takesCallIds === false ? request.withoutCallIds?.() : request;
  const { unknownThoughts } = traits?.chat ?? {};
  const fit =
    unknownThoughts !== undefined && named?.withThoughts ? named.withThoughts(unknownThoughts) : named;
  const passed = hasWrappedSeals(request.body, surface.name)
    ? fit?.withoutForeignThoughts?.(upstreamModel)
    : fit;
  // The bytes of an order say what it is billed as, which the client's own do not.
  if (order) return passed === request ? order : undefined;
  return passed;
}

type CallWays = Ways & Pick<Upstream, 'usageOnRequest'>;

function passBody(
  { context, surface }: Serving,
  request: Pick<ClientRequest, 'passTo'>,
  { usageOnRequest, members }: CallWays,
  candidate: Candidate,
): PassedBody {
  const { channel, upstreamModel } = candidate;
  const maxOutputTokens = maxOutputOf(context, candidate);
  const passed = request.passTo({ model: upstreamModel, usageOnRequest, maxOutputTokens });
  // What a channel sets are members of JSON: forms have none.
  if (passed.contentType !== undefined) return passed;
  const body = setMembers(overrideBytes(passed.body, channel, surface.name), members);
  return { ...passed, body };
}

function embed(
  serving: Serving,
  { style }: Endpoint,
  { channel, upstreamModel }: Candidate,
  { members }: CallWays,
): ConvertedEmbeddings {
  const from = findEmbeddingUpstream(style);
  const { embedding: to } = serving.surface;
  if (!from || !to) throw new Error(`No embeddings are converted into ${style}`);
  const losses = recordLosses();
  const { countInput } = serving;
  const target = { model: upstreamModel, members: overriddenMembers(channel, style), countInput };
  const converted = convertEmbeddings(serving.embedding(), { from, to }, target, losses);
  logLosses(serving, losses);
  return { ...converted, body: setMembers(converted.body, members) };
}

function setMembers(body: Buffer, members: Edits | undefined): Buffer {
  return members ? splice(body, scanObject(body), members) : body;
}

function convertBody(
  serving: Serving,
  request: CanonRequest,
  { style }: Endpoint,
  candidate: Candidate,
  { members, traits }: CallWays,
) {
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

/** The bound that was reserved for. */
function maxOutputOf({ catalog }: GatewayContext, { priceModel }: Candidate): number {
  return Number((catalog.current()?.model(priceModel) ?? defaultModel).maxOutput);
}

/** No more is asked for than was reserved, whatever the client's bound. */
function boundOutput(request: CanonRequest, most: number): CanonRequest {
  const { maxOutputTokens } = request;
  return maxOutputTokens !== undefined && maxOutputTokens > most
    ? { ...request, maxOutputTokens: most }
    : request;
}

/** An image that responses cannot carry is answered as the specification says, everything else with 400. */
function refusalOf(error: unknown, { surface }: Serving): Fault {
  if (error instanceof FaultError) return error.fault;
  if (!(error instanceof RefusedContent)) throw error;
  const { message, what } = error;
  if (what !== 'image' || surface.name !== 'responses') return fault('invalid_request', { message });
  return { ...fault('internal_error', { message, permanent: true }), code: undefined };
}
