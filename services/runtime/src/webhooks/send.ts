import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import type { Egress } from '../outbound/egress/egress.ts';
import { tunnelFor } from '../outbound/egress/tunnel-for.ts';
import type { MayConnect } from '../outbound/may-connect.ts';
import { pinAddresses } from '../outbound/pin-addresses.ts';
import { lookupIn } from '../outbound/pinned-lookup.ts';
import type { Resolve } from '../outbound/resolve.ts';

/** How one try went; a problem in words that say nothing of the secret. */
export type Sent = { kind: 'delivered' } | { kind: 'failed'; problem: string; isFinal: boolean };

export interface SendTools {
  mayConnect: MayConnect;
  resolve: Resolve;
  egress: Egress;
}

/** For a tunnel through a proxy; the signal bounds the whole. */
const connectMs = 10_000;

/** More of an answer than this is not read: its status is all that counts. */
const mostAnswerBytes = 16 * 1024;

/** Posts a body to where somebody pointed, over a connection of its own. Redirects are not followed. */
export async function send(
  url: URL,
  { headers, body }: { headers: Record<string, string>; body: string },
  tools: SendTools,
  signal: AbortSignal,
): Promise<Sent> {
  const addresses = await pinAddresses(url, tools, signal);
  if (signal.aborted) return failed('no answer in time');
  if (addresses.length === 0) return failed('the address is not public, or unknown');
  const bytes = Buffer.from(body);
  const isSecure = url.protocol === 'https:';
  const request = isSecure ? https.request : http.request;
  const { promise, resolve } = Promise.withResolvers<Sent>();
  const createConnection = tunnelFor(url, tools.egress, { withinMs: connectMs, signal, addresses });
  const call = request(url, {
    method: 'POST',
    headers: {
      ...headers,
      'content-type': 'application/json',
      'content-length': bytes.length,
      'user-agent': 'headgate',
    },
    lookup: lookupIn(addresses),
    // Without an agent Node takes port 80 for all, and writes it behind the name of the host.
    ...(createConnection ? { createConnection, defaultPort: isSecure ? 443 : 80 } : { agent: false }),
    signal,
  });
  call.on('error', () => resolve(failed(signal.aborted ? 'no answer in time' : 'cannot be reached')));
  // A receiver that changes to another protocol gives no response.
  call.on('upgrade', (response, socket) => {
    socket.destroy();
    resolve(judge(response.statusCode ?? 0));
  });
  call.on('response', (response) => {
    discard(response);
    resolve(judge(response.statusCode ?? 0));
  });
  call.end(bytes);
  return promise;
}

/** 410 says that nothing is wanted there any more. */
function judge(status: number): Sent {
  if (status >= 200 && status <= 299) return { kind: 'delivered' };
  return { ...failed(`status ${status}`), isFinal: status === 410 };
}

function failed(problem: string): Sent & { kind: 'failed' } {
  return { kind: 'failed', problem, isFinal: false };
}

function discard(response: IncomingMessage): void {
  let sizeBytes = 0;
  response.on('error', () => undefined);
  response.on('data', (chunk: Buffer) => {
    sizeBytes += chunk.length;
    if (sizeBytes > mostAnswerBytes) response.destroy();
  });
}
