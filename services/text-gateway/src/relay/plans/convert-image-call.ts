import { fault } from '@headgate/proto/faults';
import { FaultError } from '@headgate/runtime/errors';
import { recordLosses } from '../../canon/losses.ts';
import type { Candidate } from '../../catalog/catalog.ts';
import { convertImages } from '../../images/answer/convert-images.ts';
import type { ImageOrder } from '../../images/image-order.ts';
import { findImageCodec } from '../../images/styles/find-codec.ts';
import type { Endpoint } from '../../upstreams/upstream.ts';
import type { Serving } from '../serving.ts';
import { logLosses } from './log-losses.ts';
import { overriddenMembers } from './override.ts';
import type { CallPlan } from './plan-call.ts';

/**
 * A call for images in the style of an upstream that does not take the client's own. Throws a FaultError for what that style
 * cannot say.
 */
export function convertImageCall(
  serving: Serving,
  order: ImageOrder,
  { style }: Endpoint,
  { channel, upstreamModel }: Candidate,
): Pick<CallPlan, 'headers' | 'body' | 'readWhole'> {
  const codec = findImageCodec(style);
  if (!codec || !order.job) throw new FaultError(fault('model_not_found', { permanent: true }));
  const losses = recordLosses();
  const target = { model: upstreamModel, members: overriddenMembers(channel, style) };
  const { contentType, ...call } = convertImages(order, order.job, codec, target, losses);
  logLosses(serving, losses);
  const headers = {
    ...(contentType !== undefined && { 'content-type': contentType }),
    // What is read whole is asked for whole, whatever the client does.
    ...(codec.decodeReply && { accept: 'application/json' }),
  };
  return { ...call, headers };
}
