import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { fromBase32, toBase32 } from './base32.ts';

/** RFC 6238 as every authenticator app has it: SHA-1, 30 seconds, six digits. */
const stepMs = 30_000;
const digits = 6;
/** As many bytes as the hash has. */
const secretBytes = 20;
/** Clocks of phones are this many steps off, at most. */
const tolerance = 1;

/** A new secret, in base32. */
export function makeSecret(): string {
  return toBase32(randomBytes(secretBytes));
}

/** What an authenticator app reads from a picture. */
export function toUri(secret: string, { issuer, username }: { issuer: string; username: string }): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(username)}`;
  return `otpauth://totp/${label}?secret=${secret}&issuer=${encodeURIComponent(issuer)}&algorithm=SHA1&digits=${digits}&period=${stepMs / 1_000}`;
}

/** The time step that a code belongs to, of those that are near; undefined where it is none of theirs. */
export function findStep(secret: string, code: string, nowMs: number): number | undefined {
  const key = fromBase32(secret);
  const now = Math.floor(nowMs / stepMs);
  const given = Buffer.from(code);
  for (let step = now - tolerance; step <= now + tolerance; step += 1) {
    const expected = Buffer.from(codeOf(key, step));
    if (given.length === expected.length && timingSafeEqual(given, expected)) return step;
  }
  return undefined;
}

function codeOf(key: Buffer, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const hash = createHmac('sha1', key).update(counter).digest();
  const offset = (hash.at(-1) ?? 0) & 15;
  const number = hash.readUInt32BE(offset) & 0x7fffffff;
  return String(number % 10 ** digits).padStart(digits, '0');
}
