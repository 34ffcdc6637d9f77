import { createServer } from 'node:http';
import { connect, type Socket } from 'node:net';
import { boundPort, listen } from '../operations.ts';

/** A forward proxy, as companies have at the edge of their network. */
export interface TestEgressProxy {
  url: string;
  /** Where tunnels were asked for (`host:port`), and with which `Proxy-Authorization`. */
  asked: { authority: string; authorization: string | undefined }[];
  stop(): Promise<void>;
}

/** @param lead the port of this machine that a tunnel leads to, whatever its host is called, or the status of a refusal (from 400 on). */
export async function startEgressProxy(
  lead: (authority: string) => { port: number } | { status: number },
): Promise<TestEgressProxy> {
  const asked: TestEgressProxy['asked'] = [];
  const sockets = new Set<Socket>();
  const keep = (socket: Socket): void => {
    sockets.add(socket.on('error', () => undefined));
    socket.once('close', () => sockets.delete(socket));
  };
  const server = createServer((_request, response) => void response.writeHead(405).end());
  server.on('connection', keep);
  server.on('connect', (request, client: Socket, head) => {
    const authority = request.url ?? '';
    asked.push({ authority, authorization: request.headers['proxy-authorization'] });
    const led = lead(authority);
    if ('status' in led)
      return void client.end(`HTTP/1.1 ${led.status} Refused\r\ncontent-length: 0\r\n\r\n`);
    const host = connect(led.port, '127.0.0.1', () => {
      client.write('HTTP/1.1 200 Connection established\r\n\r\n');
      host.write(head);
      host.pipe(client).pipe(host);
    });
    keep(host);
    host.once('close', () => client.destroy());
    client.once('close', () => host.destroy());
  });
  await listen(server, { host: '127.0.0.1', port: 0 });
  return {
    url: `http://127.0.0.1:${boundPort(server)}`,
    asked,
    async stop() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
