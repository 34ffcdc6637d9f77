import { randomInt } from 'node:crypto';

const letters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const length = 32;

/** A new id that clients know a task by: 190 bits, so that nobody guesses another's. */
export function drawTaskId(): string {
  return `task_${Array.from({ length }, () => letters[randomInt(letters.length)]).join('')}`;
}
