import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Registry } from 'prom-client';
import type { Health } from './health.ts';

export interface Operations {
  port: number;
  stop(): Promise<void>;
}

/** Serves /healthz, /readyz and /metrics on a port of their own. */
export async function serveOperations(
  address: { host: string; port: number },
  health: Health,
  metrics: Registry,
): Promise<Operations> {
  const server = createServer(async (request, response) => {
    const path = request.url?.split('?')[0];
    if (path === '/healthz') {
      send(200, 'application/json', '{"status":"ok"}');
    } else if (path === '/readyz') {
      const report = health.report();
      send(report.ready ? 200 : 503, 'application/json', JSON.stringify(report));
    } else if (path === '/metrics') {
      send(200, metrics.contentType, await metrics.metrics());
    } else {
      send(404, 'text/plain', 'Here are /healthz, /readyz and /metrics.\n');
    }
    function send(status: number, contentType: string, body: string): void {
      response.writeHead(status, { 'content-type': contentType }).end(body);
    }
  });
  await listen(server, address);
  return {
    port: boundPort(server),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Listens, or rejects with words that name the address. */
export function listen(server: Server, { host, port }: { host: string; port: number }): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (cause) => reject(new Error(`Cannot listen on ${host}:${port}`, { cause })));
    server.listen(port, host, () => resolve());
  });
}

/** The port that a listening TCP server got. */
export function boundPort(server: Server): number {
  return (server.address() as AddressInfo).port;
}
