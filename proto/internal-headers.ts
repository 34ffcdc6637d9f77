/**
 * What ingress and a service tell one another where a request is proxied as HTTP (realtime sessions, results): who calls,
 * signed, on the way in; why not, on the way out. Neither ever comes from a client or reaches one.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { shorten } from './faults.ts';
import { Fault } from './gen/headgate/fault/v1/fault.ts';
import { RealtimeOpen } from './gen/headgate/text/v1/text.ts';

export const callerHeader = 'x-headgate-caller';
export const faultHeader = 'x-headgate-fault';

/** What callers are signed with. While it is exchanged, what others signed with the next or the previous one is good too. */
export interface CallerSecret {
  current: Buffer;
  others: readonly Buffer[];
}

/** Who calls, signed: the value of `callerHeader`. */
export function writeCaller(open: RealtimeOpen, { current }: CallerSecret): string {
  const payload = Buffer.from(RealtimeOpen.encode(open).finish());
  return `${payload.toString('base64url')}.${sign(payload, current).toString('base64url')}`;
}

const nothing = Buffer.alloc(0);

/**
 * Who calls, where it was signed with this secret, or one that is good beside it, and is still good. Undefined where nobody is
 * named; an error, for whoever operates this and not for clients, where somebody is named in vain.
 */
export function readCaller(
  header: string | string[] | undefined,
  { current, others }: CallerSecret,
  nowMs: number,
): RealtimeOpen | Error | undefined {
  if (header === undefined) return undefined;
  const [payload = nothing, signature = nothing] = String(header)
    .split('.', 2)
    .map((part) => Buffer.from(part, 'base64url'));
  if (![current, ...others].some((secret) => isSignedWith(secret, payload, signature)))
    return new Error('a caller is not signed with HEADGATE_CALLER_SECRET: is it the same at every ingress?');
  const open = RealtimeOpen.decode(payload);
  if (open.expiresAtMs > BigInt(nowMs)) return open;
  const lateMs = BigInt(nowMs) - open.expiresAtMs;
  return new Error(
    `a caller was signed for a time that ended ${lateMs} ms ago: is the clock of its ingress right?`,
  );
}

function isSignedWith(secret: Buffer, payload: Buffer, signature: Buffer): boolean {
  const expected = sign(payload, secret);
  return signature.length === expected.length && timingSafeEqual(signature, expected);
}

function sign(payload: Buffer, secret: Buffer): Buffer {
  return createHmac('sha256', secret).update(payload).digest();
}

/** Of 3 bytes a character, twice, in base64: 8 KB of the 16 KB that an answer's headers have. */
const longestText = 1_000;

/** A fault as the value of `faultHeader`, of long words the beginning: an upstream's own may be of any length. */
export function writeFault(fault: Fault): string {
  const message = shorten(fault.message, longestText);
  const param = shorten(fault.param, longestText);
  return Buffer.from(Fault.encode({ ...fault, message, param }).finish()).toString('base64url');
}

/** Undefined where there is none. */
export function readFault(header: string | string[] | undefined): Fault | undefined {
  return header === undefined ? undefined : Fault.decode(Buffer.from(String(header), 'base64url'));
}
