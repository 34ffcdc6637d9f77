import { createHash, randomBytes } from 'node:crypto';

/** What lets its holder bring one file: whoever reads the database cannot. */
export function drawToken(): { token: string; hash: Buffer } {
  const token = randomBytes(32).toString('base64url');
  return { token, hash: hashToken(token) };
}

export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
