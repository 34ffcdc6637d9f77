import { randomInt } from 'node:crypto';
import type { Surface } from './task.ts';

const letters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/**
 * A new id that clients know a task by: 190 bits, so that nobody guesses another's. Those of the /mj/ family have no prefix,
 * and 142 bits, which are all that keeps what such a task made from others.
 */
export function drawTaskId(surface: Surface): string {
  return surface === 'mj' ? draw(24) : `task_${draw(32)}`;
}

/** What stands for a name of the vendor's where clients would see it. */
export function drawToken(): string {
  return draw(22);
}

function draw(length: number): string {
  return Array.from({ length }, () => letters[randomInt(letters.length)]).join('');
}
