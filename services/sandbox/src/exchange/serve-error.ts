import type { OutgoingHttpHeaders } from 'node:http';
import type { Outcome } from './exchange.ts';
import type { Outlet } from './outlet.ts';

/** Answers with a whole JSON body that is no answer to the question. */
export async function serveError(
  outlet: Outlet,
  status: number,
  body: string,
  headers: OutgoingHttpHeaders,
): Promise<Outcome> {
  if (outlet.isGone()) return 'aborted';
  outlet.head(status, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    ...headers,
  });
  return (await outlet.end(body)) ? 'failed' : 'aborted';
}
