import { createHash } from 'node:crypto';

/** A script that Valkey runs as one step, and the name that it knows it by once it has seen it. */
export interface Script {
  text: string;
  sha: string;
}

export function defineScript(text: string): Script {
  return { text, sha: createHash('sha1').update(text).digest('hex') };
}

/** What scripts of ours answer: so many whole numbers. */
export function readNumbers(reply: unknown, count: number): number[] {
  if (Array.isArray(reply) && reply.length === count && reply.every(Number.isSafeInteger)) return reply;
  throw new Error('Valkey answered something else than the script does');
}
