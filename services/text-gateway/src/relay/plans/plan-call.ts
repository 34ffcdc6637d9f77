import { fault } from '@headgate/proto/faults';
import type { Fault } from '@headgate/proto/gen/headgate/fault/v1/fault';
import { FaultError } from '@headgate/runtime/errors';
import { RefusedContent } from '../../canon/losses.ts';
import type { CanonRequest } from '../../canon/request.ts';
import type { Candidate } from '../../catalog/catalog.ts';
import { findUpstreamCodec } from '../../dialects/index.ts';
import type { ClientRequest, Passage, ReadWhole } from '../../dialects/passage.ts';
import type { ImageOrder } from '../../images/image-order.ts';
import { findUpstream } from '../../upstreams/index.ts';
import type { Endpoint } from '../../upstreams/upstream.ts';
import type { Choice } from '../choices/choose.ts';
import type { Serving } from '../serving.ts';
import { callHeaders } from './call-headers.ts';
import type { CallWays } from './call-ways.ts';
import { chooseEndpoint } from './choose-endpoint.ts';
import { type Conversion, convertConversation } from './convert-conversation.ts';
import { convertEmbeddingCall } from './convert-embedding-call.ts';
import { convertImageCall } from './convert-image-call.ts';
import { passBody, passedRequest } from './pass-request.ts';

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
      const embeddings = convertEmbeddingCall(serving, endpoint, candidate, ways);
      return { url, headers, ...embeddings, dropUsage: false, conversion: undefined };
    }
    const convert = (inlined: CanonRequest): CallPlan => {
      const { body, conversion } = convertConversation(serving, inlined, endpoint, candidate, ways);
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

/** An image that responses cannot carry is answered as the specification says, everything else with 400. */
function refusalOf(error: unknown, { surface }: Serving): Fault {
  if (error instanceof FaultError) return error.fault;
  if (!(error instanceof RefusedContent)) throw error;
  const { message, what } = error;
  if (what !== 'image' || surface.name !== 'responses') return fault('invalid_request', { message });
  return { ...fault('internal_error', { message, permanent: true }), code: undefined };
}
