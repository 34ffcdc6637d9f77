import type { OutgoingHttpHeaders } from 'node:http';
import type { Exchange, Outcome } from './exchange.ts';

/** Answers with a whole JSON body that is no answer to the question. */
export async function serveError(
  { outlet, rendering }: Pick<Exchange, 'outlet' | 'rendering'>,
  status: number,
  body: string,
  headers: OutgoingHttpHeaders = {},
): Promise<Outcome> {
  if (outlet.isGone()) return 'aborted';
  outlet.head(status, {
    ...rendering.headers('application/json'),
    'content-length': Buffer.byteLength(body),
    ...headers,
  });
  return (await outlet.end(body)) ? 'failed' : 'aborted';
}
