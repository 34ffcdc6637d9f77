import { isRecord } from './read.ts';

/**
 * What an `error` member says; undefined where it says nothing, as some upstreams write it in every answer: empty, or as an object
 * whose members are.
 */
export function saidError(error: unknown): unknown {
  if (isRecord(error) && !Object.values(error).some(Boolean)) return undefined;
  return error || undefined;
}
