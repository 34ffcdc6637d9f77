import { createHmac, randomBytes } from 'node:crypto';
import { toBase32 } from './base32.ts';

const codesOfSet = 10;
/** Fifty bits are ten letters. */
const codeLetters = 10;

/** Codes that stand in for a lost authenticator, each once: `abcde-fghij`. */
export function makeBackupCodes(): string[] {
  return Array.from({ length: codesOfSet }, () => {
    const letters = toBase32(randomBytes(codeLetters)).slice(0, codeLetters).toLowerCase();
    return `${letters.slice(0, 5)}-${letters.slice(5)}`;
  });
}

/**
 * The only form that is stored. Keyed with the secret of the user's authenticator, which is sealed: who has the rows alone cannot
 * try them all, and codes outlive the master key that the secret was sealed under at first.
 */
export function hashBackupCode(secret: string, userId: bigint, code: string): Buffer {
  const letters = code.toLowerCase().replace(/[\s-]/g, '');
  return createHmac('sha256', secret).update(`backup code:${userId}:${letters}`).digest();
}
