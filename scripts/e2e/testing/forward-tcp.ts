import { connect, createServer, type Server, type Socket } from 'node:net';
import { freePort } from '@headgate/runtime/testing/free-port';

/** A port of a test's own in front of a server that others use too: closing it is that server being away. */
export interface TcpForwarder {
  port: number;
  open(): Promise<void>;
  /** Refuses connections and cuts those there are. */
  close(): Promise<void>;
}

export async function createTcpForwarder(target: { host: string; port: number }): Promise<TcpForwarder> {
  const port = await freePort();
  const sockets = new Set<Socket>();
  let server: Server | undefined;

  function join(near: Socket): void {
    const far = connect(target.port, target.host);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.pipe(to);
      from.on('error', () => undefined);
      from.on('close', () => {
        sockets.delete(from);
        to.destroy();
      });
    }
  }

  return {
    port,
    open: () =>
      new Promise((resolve, reject) => {
        server = createServer(join);
        server.once('error', reject);
        server.listen(port, '127.0.0.1', resolve);
      }),
    async close() {
      const closed = new Promise((resolve) => (server ? server.close(resolve) : resolve(undefined)));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}
