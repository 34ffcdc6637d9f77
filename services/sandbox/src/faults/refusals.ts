import { serveError } from '../exchange/serve-error.ts';
import { type FaultKind, kind } from './kind.ts';

/** Errors in place of an answer: nothing is produced, nothing is counted. */

/** An HTTP error; `retryAfter` in seconds becomes the Retry-After header. */
export function statusFault(status: number): FaultKind {
  return kind<{ retryAfter: number | null }>({ retryAfter: null }, (exchange, { retryAfter }) => {
    const headers = retryAfter === null ? {} : { 'retry-after': String(retryAfter) };
    return serveError(exchange, status, exchange.rendering.error(status), headers);
  });
}

/** Status 200 with an error for a body, streamed or not. */
export const errorIn200 = kind({}, (exchange) => serveError(exchange, 200, exchange.rendering.error(500)));

/** An error that names the key and the host which were used, as careless vendors and proxies do. */
export const leak = kind({ status: 400 }, (exchange, { status }) => {
  const { key, host } = exchange.credentials;
  const message =
    `Request to http://${host}/v1/chat/completions was rejected: key ${key} of organization org-sandbox0123 ` +
    'is not allowed here (node ip-10-20-30-40.internal.sandbox.example, 10.20.30.40:8443).';
  return serveError(exchange, status, exchange.rendering.error(status, message));
});

/** The connection is reset before any byte of the response. */
export const cutBeforeHead = kind({}, async ({ outlet }) => {
  if (outlet.isGone()) return 'aborted';
  outlet.reset();
  return 'failed';
});
