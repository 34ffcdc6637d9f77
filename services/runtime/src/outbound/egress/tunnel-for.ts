import type { ClientRequestArgs } from 'node:http';
import { isIP, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { connect } from 'node:tls';
import type { Egress } from './egress.ts';
import { openTunnel } from './open-tunnel.ts';

type CreateConnection = (
  options: ClientRequestArgs,
  done: (error: Error | null, socket: Duplex) => void,
) => undefined;

/**
 * What Node's own clients (`http.request`, `ws`) connect with for a URL that a proxy leads to; undefined where none does.
 * @param addresses where the host is to be looked for, and nowhere else.
 */
export function tunnelFor(
  url: URL,
  egress: Egress,
  {
    withinMs,
    signal,
    addresses = [],
  }: { withinMs: number; signal?: AbortSignal; addresses?: readonly string[] },
): CreateConnection | undefined {
  const proxy = egress.proxyTo(url.hostname, ...addresses);
  if (!proxy) return undefined;
  const isSecure = url.protocol === 'https:' || url.protocol === 'wss:';
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const port = Number(url.port) || (isSecure ? 443 : 80);
  return ({ timeout }, done) => {
    openTunnel(proxy, { host: addresses[0] ?? host, port }, { withinMs, ...(signal && { signal }) }).then(
      (tunnel) => {
        const socket = isSecure ? secure(tunnel, host) : tunnel;
        // Node's own connections bring it along, and its clients only listen for it.
        if (timeout !== undefined) socket.setTimeout(timeout);
        done(null, socket);
      },
      (error) => done(error, undefined as never),
    );
    return undefined;
  };
}

function secure(socket: Socket, host: string): Socket {
  return connect({ socket, host, servername: isIP(host) ? '' : host, ALPNProtocols: ['http/1.1'] });
}
