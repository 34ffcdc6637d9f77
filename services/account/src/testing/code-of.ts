import { createHmac } from 'node:crypto';
import { fromBase32 } from '../second-factors/base32.ts';

/** What an authenticator app shows, `stepsAhead` of now. */
export function codeOf(secret: string, stepsAhead = 0): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + stepsAhead));
  const hash = createHmac('sha1', fromBase32(secret)).update(counter).digest();
  const offset = hash.readUInt8(19) & 15;
  return String(hash.readUInt32BE(offset) % 2 ** 31)
    .padStart(6, '0')
    .slice(-6);
}
