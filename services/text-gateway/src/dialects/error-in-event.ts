import { saidError } from '../json/said-error.ts';

/**
 * What an event with a type says went wrong: in a member of its own, or flat, as OpenAI's events `error` have it. Undefined where
 * nothing did.
 */
export function errorInEvent(type: unknown, read: (name: string) => unknown): unknown {
  const error = saidError(read('error'));
  if (error !== undefined || type !== 'error') return error;
  return { code: read('code'), message: read('message'), param: read('param') };
}
