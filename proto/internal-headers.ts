/**
 * What ingress and text-gateway tell one another where a request is proxied as HTTP: who calls, signed, on the way in;
 * why not, on the way out. Neither ever comes from a client or reaches one.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { Fault } from './gen/headgate/fault/v1/fault.ts';
import { RealtimeOpen } from './gen/headgate/text/v1/text.ts';

export const callerHeader = 'x-headgate-caller';
export const faultHeader = 'x-headgate-fault';

export function writeCaller(open: RealtimeOpen, secret: Buffer): string {
  const payload = Buffer.from(RealtimeOpen.encode(open).finish());
  return `${payload.toString('base64url')}.${sign(payload, secret).toString('base64url')}`;
}

/** Undefined unless it was signed with this secret and is still good. */
export function readCaller(
  header: string | string[] | undefined,
  secret: Buffer,
  nowMs: number,
): RealtimeOpen | undefined {
  const [payload, signature] = String(header ?? '')
    .split('.', 2)
    .map((part) => Buffer.from(part, 'base64url'));
  if (!payload || !signature) return undefined;
  const expected = sign(payload, secret);
  if (signature.length !== expected.length || !timingSafeEqual(signature, expected)) return undefined;
  const open = RealtimeOpen.decode(payload);
  return open.expiresAtMs > BigInt(nowMs) ? open : undefined;
}

function sign(payload: Buffer, secret: Buffer): Buffer {
  return createHmac('sha256', secret).update(payload).digest();
}

export function writeFault(fault: Fault): string {
  return Buffer.from(Fault.encode(fault).finish()).toString('base64url');
}

/** Undefined where there is none. */
export function readFault(header: string | string[] | undefined): Fault | undefined {
  return header === undefined ? undefined : Fault.decode(Buffer.from(String(header), 'base64url'));
}
