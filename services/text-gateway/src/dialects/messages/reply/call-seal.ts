import type { Seal } from '../../../canon/seal.ts';
import { unwrapSeal, wrapSeal } from '../../../canon/seal.ts';

/**
 * The protocol has no slot for a seal on a call, and some upstreams refuse a call that comes back without: the seal
 * goes before its call, in a block of redacted thinking, which clients return as it is.
 */
const prefix = 'headgate.seal.of-call.';

export function wrapCallSeal(seal: Seal): string {
  return prefix + wrapSeal(seal, 'messages');
}

/** Undefined for redacted thinking that is no more than that. */
export function unwrapCallSeal(data: unknown): Seal | undefined {
  if (typeof data !== 'string' || !data.startsWith(prefix)) return undefined;
  return unwrapSeal(data.slice(prefix.length), 'messages');
}
