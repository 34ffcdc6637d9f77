import { createServer, type Socket } from 'node:net';

/** A server below HTTP: what it says, or that it says nothing, is the test's. */
export interface TcpServer {
  port: number;
  stop(): void;
}

export async function startTcpServer(serve: (socket: Socket) => void): Promise<TcpServer> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.once('close', () => sockets.delete(socket));
    serve(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port');
  return {
    port: address.port,
    stop() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
