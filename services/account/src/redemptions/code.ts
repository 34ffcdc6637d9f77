import { createHash, createHmac } from 'node:crypto';

const codeBytes = 16;
const shownCharacters = 4;

/**
 * The codes of a batch, each of 32 characters: the same ones for the same id and salt. Nobody guesses one who has not both: the
 * id is known to whoever asked, the salt to the database.
 */
export function deriveCodes(salt: Buffer, { id, count }: { id: string; count: number }): string[] {
  return Array.from({ length: count }, (_, index) =>
    createHmac('sha256', salt).update(`${id} ${index}`, 'utf8').digest().toString('hex', 0, codeBytes),
  );
}

/** The only form of a code that is stored. */
export function hashCode(code: string): Buffer {
  return createHash('sha256').update(code, 'utf8').digest();
}

/** What people may see of a code, to tell one from another. */
export function prefixOf(code: string): string {
  return code.slice(0, shownCharacters);
}
