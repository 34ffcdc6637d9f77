import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';

/** A process that hangs, as the network sees it: it can be connected to, and says nothing. */
export interface HungServer {
  address: string;
  stop(): void;
}

export async function startHungServer(): Promise<HungServer> {
  const sockets: Socket[] = [];
  const server = createServer((socket) => sockets.push(socket)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const at = server.address();
  if (at === null || typeof at === 'string') throw new Error('The server has no port.');
  return {
    address: `127.0.0.1:${at.port}`,
    stop() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
