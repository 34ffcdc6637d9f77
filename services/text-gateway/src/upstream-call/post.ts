import { type Answered, ask } from './ask.ts';
import type { Pools } from './pools.ts';

const maxAnswerBytes = 64 * 1024;

/** A small question to an upstream whose small answer is read whole. Rejects when it does not come in time. */
export function post(
  pools: Pools,
  url: URL,
  { headers, body }: { headers: Record<string, string>; body: Buffer },
): Promise<Answered> {
  return ask(pools, url, { method: 'POST', headers, body, maxAnswerBytes });
}
