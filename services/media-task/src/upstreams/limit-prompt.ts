import { refuse } from '../families/refuse.ts';
import type { Wish } from '../families/wish.ts';

/** Refuses a prompt that is longer than the vendor takes. */
export function limitPrompt({ prompt }: Wish, most: number): void {
  if (prompt.length <= most) return;
  refuse('prompt', `prompt has ${prompt.length} characters; this model takes at most ${most}.`);
}
