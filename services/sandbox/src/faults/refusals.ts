import type { OutgoingHttpHeaders } from 'node:http';
import type { Exchange, Outcome } from '../exchange/exchange.ts';
import { serveError } from '../exchange/serve-error.ts';
import { type FaultKind, kind } from './kind.ts';

/** Errors in place of an answer: nothing is produced, nothing is counted. */

function refuse(
  { outlet, rendering }: Exchange,
  status: number,
  message?: string,
  headers: OutgoingHttpHeaders = {},
): Promise<Outcome> {
  const body = rendering.error(status, message);
  return serveError(outlet, status, body, {
    ...rendering.headers,
    ...rendering.errorHeaders?.(status),
    ...headers,
  });
}

/** An HTTP error; `retryAfter` in seconds becomes the Retry-After header. */
export function statusFault(status: number): FaultKind {
  return kind<{ retryAfter: number | null }>({ retryAfter: null }, (exchange, { retryAfter }) => {
    const headers = retryAfter === null ? {} : { 'retry-after': String(retryAfter) };
    return refuse(exchange, status, undefined, headers);
  });
}

/** Status 200 with an error for a body, streamed or not. */
export const errorIn200 = kind({}, ({ outlet, rendering }) =>
  serveError(outlet, 200, rendering.error(500), rendering.headers),
);

/** An error that names the key and the host which were used, as careless vendors and proxies do. */
export const leak = kind({ status: 400 }, (exchange, { status }) => {
  const { key, host, path } = exchange.credentials;
  const message =
    `Request to http://${host}${path} was rejected: key ${key} of organization org-sandbox0123 ` +
    'is not allowed here (node ip-10-20-30-40.internal.sandbox.example, 10.20.30.40:8443).';
  return refuse(exchange, status, message);
});

/** The connection is reset before any byte of the response. */
export const cutBeforeHead = kind({}, async ({ outlet }) => {
  if (outlet.isGone()) return 'aborted';
  outlet.reset();
  return 'failed';
});
