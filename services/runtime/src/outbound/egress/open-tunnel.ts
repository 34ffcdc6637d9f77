import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import { isIP, type Socket } from 'node:net';
import { setDeadline } from '../../set-deadline.ts';
import type { EgressProxy } from './egress.ts';

/** As undici does with connections of its own. */
const keepAliveMs = 60_000;

/** The proxy opened no tunnel. Its `code` says why, and no word of it where to. */
export class TunnelError extends Error {
  readonly code: string;

  constructor(message: string, code: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/**
 * Opens a tunnel to a host (RFC 9110, section 9.3.6): what is written to the socket goes there. Rejects with a TunnelError where the
 * proxy refuses (`EGRESS_PROXY_407`, by its status), cannot be reached (`EGRESS_PROXY_UNREACHABLE`) or takes longer than `withinMs`
 * (`EGRESS_PROXY_TIMEOUT`).
 */
export function openTunnel(
  proxy: EgressProxy,
  { host, port }: { host: string; port: number },
  { withinMs, signal }: { withinMs: number; signal?: AbortSignal },
): Promise<Socket> {
  const authority = `${host.includes(':') ? `[${host}]` : host}:${port}`;
  const request = proxy.protocol === 'https:' ? https.request : http.request;
  const call = request({
    host: proxy.hostname,
    port: proxy.port,
    method: 'CONNECT',
    path: authority,
    headers: {
      host: authority,
      ...(proxy.authorization !== undefined && { 'proxy-authorization': proxy.authorization }),
    },
    agent: false,
    // Unless told, Node takes the name of the certificate from the header `host`, which is that of whom the tunnel leads to.
    servername: isIP(proxy.hostname) ? '' : proxy.hostname,
  });
  // Given to the request, a signal would cut the tunnel as well, once it stands.
  const giveUp = (): void =>
    void call.destroy(new TunnelError('nobody waits for the tunnel', 'EGRESS_PROXY_GIVEN_UP'));
  const callOff = setDeadline(withinMs, () =>
    call.destroy(
      new TunnelError(`the egress proxy opened nothing within ${withinMs} ms`, 'EGRESS_PROXY_TIMEOUT'),
    ),
  );
  signal?.addEventListener('abort', giveUp, { once: true });
  if (signal?.aborted) giveUp();
  return new Promise<Socket>((resolve, reject) => {
    call.once('connect', ({ statusCode = 0 }: IncomingMessage, socket: Socket, head: Buffer) => {
      if (statusCode >= 200 && statusCode <= 299) {
        // Some hosts speak first.
        if (head.length > 0) socket.unshift(head);
        resolve(socket.setKeepAlive(true, keepAliveMs));
        return;
      }
      socket.destroy();
      reject(new TunnelError(`the egress proxy refused with ${statusCode}`, `EGRESS_PROXY_${statusCode}`));
    });
    call.on('error', (cause) =>
      reject(
        cause instanceof TunnelError
          ? cause
          : new TunnelError('the egress proxy cannot be reached', 'EGRESS_PROXY_UNREACHABLE', { cause }),
      ),
    );
    call.end();
  }).finally(() => {
    callOff();
    signal?.removeEventListener('abort', giveUp);
  });
}
