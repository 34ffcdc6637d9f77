import { createHmac, timingSafeEqual } from 'node:crypto';

/** No secret: seals only tell what a sandbox made from what was forged, lost or altered on the way. */
const key = 'sandbox';

export interface Sealer {
  add(text: string): void;
  /** The seal of all that was added, in base64. Only once. */
  seal(): string;
}

/** Seals a text that comes in parts. A seal of one purpose is worth nothing for another. */
export function createSealer(purpose: string): Sealer {
  const hmac = createHmac('sha256', key).update(`${purpose}\n`);
  return { add: (text) => hmac.update(text), seal: () => hmac.digest('base64') };
}

export function seal(purpose: string, text: string): string {
  const sealer = createSealer(purpose);
  sealer.add(text);
  return sealer.seal();
}

export function isSealOf(given: string, purpose: string, text: string): boolean {
  const expected = Buffer.from(seal(purpose, text));
  const actual = Buffer.from(given);
  return actual.length === expected.length && timingSafeEqual(actual, expected);
}
