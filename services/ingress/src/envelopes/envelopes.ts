import type { Fault } from '@headgate/proto/gen/headgate/fault/v1/fault';
import type { Envelope } from '../routes/route.ts';
import { billingBody } from './billing.ts';
import { klingBody } from './kling.ts';
import { mediaBody, mjBody, unifiedCreateBody, unifiedStatusBody } from './media.ts';
import { messagesBody } from './messages.ts';
import { nativeBody } from './native.ts';
import { publicBody } from './public.ts';
import { retryAfter } from './retry-after.ts';
import { sessionBody } from './session.ts';

/** A fault as a client gets it. */
export interface FaultAnswer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** What an envelope makes of a fault. */
export interface Wrapped {
  status: number;
  body: unknown;
}

const envelopes: Record<Envelope, (fault: Fault, requestId: string) => Wrapped> = {
  public: publicBody,
  messages: messagesBody,
  native: nativeBody,
  billing: billingBody,
  session: sessionBody,
  media: mediaBody,
  'unified create': unifiedCreateBody,
  'unified status': unifiedStatusBody,
  mj: mjBody,
  kling: klingBody,
};

/** The one place where a fault becomes an answer. */
export function wrapFault(envelope: Envelope, fault: Fault, requestId: string): FaultAnswer {
  const { status, body } = envelopes[envelope](fault, requestId);
  const headers: Record<string, string> = { 'content-type': 'application/json' };
  if (fault.status === 429 || fault.retryAfterMs > 0) headers['retry-after'] = retryAfter(fault.retryAfterMs);
  if (fault.permanent) headers['x-should-retry'] = 'false';
  return { status, headers, body: JSON.stringify(body) };
}
