/**
 * What an event with a type says went wrong: in a member of its own, or flat, as OpenAI's events `error` have it. Undefined where
 * nothing did.
 */
export function errorInEvent(type: unknown, read: (name: string) => unknown): unknown {
  const error = read('error') || undefined;
  if (error !== undefined || type !== 'error') return error;
  return { code: read('code'), message: read('message'), param: read('param') };
}
