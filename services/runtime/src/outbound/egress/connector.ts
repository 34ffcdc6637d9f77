import { buildConnector } from 'undici';
import type { Egress } from './egress.ts';
import { openTunnel } from './open-tunnel.ts';

/** `timeout` in milliseconds is for a connection; through a proxy for the tunnel, and once more for TLS within it. */
export type ConnectorOptions = buildConnector.BuildOptions & { timeout: number };

/**
 * Connects for undici, through the proxy where one leads to the host. TLS is with the host itself, also within a tunnel.
 * @param addresses where the host is to be looked for, and nowhere else; its name is only that of its certificate then.
 */
export function createConnector(
  egress: Egress,
  options: ConnectorOptions,
  addresses: readonly string[] = [],
): buildConnector.connector {
  // A connection per exchange: none waits for another's window, and a reset takes only one.
  const connect = buildConnector({ allowH2: false, ...options });
  return (target, callback) => {
    const { hostname, protocol } = target;
    const proxy = egress.proxyTo(hostname, ...addresses);
    if (!proxy) return connect(target, callback);
    const isSecure = protocol === 'https:';
    const port = Number(target.port) || (isSecure ? 443 : 80);
    openTunnel(proxy, { host: addresses[0] ?? hostname, port }, { withinMs: options.timeout }).then(
      (tunnel) => (isSecure ? connect({ ...target, httpSocket: tunnel }, callback) : callback(null, tunnel)),
      (error) => callback(error, null),
    );
  };
}
