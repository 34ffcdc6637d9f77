import { createHmac } from 'node:crypto';

/** What an authenticator app shows for a secret in base32, `stepsAhead` of now. */
export function totp(secret: string, stepsAhead = 0): string {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
  const bits = [...secret].map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0')).join('');
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + stepsAhead));
  const hash = createHmac('sha1', key).update(counter).digest();
  const number = hash.readUInt32BE((hash.at(-1) ?? 0) & 15) & 0x7fffffff;
  return String(number).padStart(6, '0').slice(-6);
}
