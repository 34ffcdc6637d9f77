import { createHash, randomBytes } from 'node:crypto';

const tokenBytes = 32;

/** A new opaque session token, and the only form of it that is stored. */
export function makeToken(): { token: string; tokenHash: Buffer } {
  const token = randomBytes(tokenBytes).toString('base64url');
  return { token, tokenHash: hashToken(token) };
}

export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token, 'utf8').digest();
}
