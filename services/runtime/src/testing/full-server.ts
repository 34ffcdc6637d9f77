import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { Worker } from 'node:worker_threads';

/** A server on 127.0.0.1 that drops the packets of who connects, as a machine that is gone. */
export interface FullServer {
  port: number;
  /** It takes connections from now on: those that are tried are there when their first packet has been sent again, a second later. */
  wake(): void;
  stop(): Promise<void>;
}

/** Stands still once it listens: then two connections wait to be taken, and there is no room for another. */
const standStill = `
  const { parentPort, workerData } = require('node:worker_threads');
  const server = require('node:net').createServer((socket) => socket.on('error', () => undefined));
  server.listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => {
    parentPort.postMessage(server.address().port);
    Atomics.wait(workerData, 0, 0);
  });
`;

export async function startFullServer(): Promise<FullServer> {
  const awake = new Int32Array(new SharedArrayBuffer(4));
  const worker = new Worker(standStill, { eval: true, workerData: awake });
  const [port] = await once(worker, 'message');
  const waiting: Socket[] = [];
  for (let count = 0; count < 2; count += 1) {
    const socket = connect(port, '127.0.0.1').on('error', () => undefined);
    waiting.push(socket);
    await once(socket, 'connect');
  }
  const wake = (): void => {
    Atomics.store(awake, 0, 1);
    Atomics.notify(awake, 0);
  };
  return {
    port,
    wake,
    async stop() {
      wake();
      for (const socket of waiting) socket.destroy();
      await worker.terminate();
    },
  };
}
