import { createHash, randomBytes } from 'node:crypto';

const codeBytes = 16;
const shownCharacters = 4;

/** A new code, of 32 characters: nobody guesses one. */
export function makeCode(): string {
  return randomBytes(codeBytes).toString('hex');
}

/** The only form of a code that is stored. */
export function hashCode(code: string): Buffer {
  return createHash('sha256').update(code, 'utf8').digest();
}

/** What people may see of a code, to tell one from another. */
export function prefixOf(code: string): string {
  return code.slice(0, shownCharacters);
}
