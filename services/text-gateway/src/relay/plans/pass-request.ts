import { hasWrappedSeals } from '../../canon/seal.ts';
import type { Candidate } from '../../catalog/catalog.ts';
import { findUpstreamCodec } from '../../dialects/index.ts';
import type { ClientRequest, PassedBody } from '../../dialects/passage.ts';
import type { ImageOrder } from '../../images/image-order.ts';
import type { Serving } from '../serving.ts';
import { type CallWays, setMembers } from './call-ways.ts';
import { maxOutputOf } from './max-output.ts';
import { overrideBytes } from './override.ts';

/**
 * What passes to an upstream of the client's dialect; undefined where it must be converted all the same, into that dialect. A
 * conversation that an upstream of another dialect took part in carries its seals, wrapped. They must not reach this one,
 * which would refuse them: they are cut out where nothing else hangs on them, and so are ids of calls for a service that
 * refuses these. Calls of others have no thoughts beside them, without which some services refuse a history.
 */
export function passedRequest(
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

/** Its bytes as this candidate gets them. */
export function passBody(
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
