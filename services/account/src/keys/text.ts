import { createHash, randomInt } from 'node:crypto';

/** Shorter keys are shown as nothing: four characters at each end would be most of them. */
const shownFromLength = 16;
const shownCharacters = 4;

/** SHA-256 of a key's whole text, as the client sends it. */
export function hashKey(text: string): Buffer {
  return createHash('sha256').update(text, 'utf8').digest();
}

/** What people may see of a key, to tell one from another. */
export function showKey(text: string): { prefix: string; suffix: string } {
  if (text.length < shownFromLength) return { prefix: '', suffix: '' };
  return { prefix: text.slice(0, shownCharacters), suffix: text.slice(-shownCharacters) };
}

/** Whether a key is so short that it could be guessed. */
export function isShortKey(text: string): boolean {
  return text.length < shownFromLength;
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const drawnCharacters = 48;

/** The text of a new key. It has no `-` behind its prefix: that is where a channel may be named. */
export function makeKeyText(): string {
  const drawn = Array.from({ length: drawnCharacters }, () => alphabet[randomInt(alphabet.length)]);
  return `sk-${drawn.join('')}`;
}
