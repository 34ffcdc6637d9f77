import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Registry } from 'prom-client';
import type { Health } from './health.ts';
import type { Log } from './log.ts';

export interface Operations {
  port: number;
  stop(): Promise<void>;
}

/** What a process is asked for there. */
interface Asked {
  health: Health;
  metrics: Registry;
}

/** Serves /healthz, /readyz and /metrics on a port of their own. */
export async function serveOperations(
  address: { host: string; port: number },
  { log, ...asked }: Asked & { log: Log },
): Promise<Operations> {
  const server = createServer(async (request, response) => {
    const path = request.url?.split('?')[0];
    const { status, contentType, body } = await answer(path, asked).catch((error): Answer => {
      log.error({ err: error, path }, 'what was asked at the operations port could not be read');
      return { status: 500, contentType: 'text/plain', body: 'It could not be read: the log says why.\n' };
    });
    response.writeHead(status, { 'content-type': contentType }).end(body);
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

interface Answer {
  status: number;
  contentType: string;
  body: string;
}

/** Rejects where a metric cannot be read. */
async function answer(path: string | undefined, { health, metrics }: Asked): Promise<Answer> {
  switch (path) {
    case '/healthz':
      return { status: 200, contentType: 'application/json', body: '{"status":"ok"}' };
    case '/readyz': {
      const report = health.report();
      const status = report.ready ? 200 : 503;
      return { status, contentType: 'application/json', body: JSON.stringify(report) };
    }
    case '/metrics':
      return { status: 200, contentType: metrics.contentType, body: await metrics.metrics() };
    default:
      return { status: 404, contentType: 'text/plain', body: 'Here are /healthz, /readyz and /metrics.\n' };
  }
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
