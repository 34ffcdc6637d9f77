import { once } from 'node:events';
import { createServer } from 'node:http';
import { boundPort, listen } from '@headgate/runtime/operations';
import { WebSocket, WebSocketServer } from 'ws';

/** The two ends of one WebSocket. */
export interface SocketPair {
  /** The end that was upgraded. */
  near: WebSocket;
  /** The end that dialled. */
  far: WebSocket;
}

export async function openSocketPair(): Promise<SocketPair> {
  const server = createServer();
  const sockets = new WebSocketServer({ server });
  await listen(server, { host: '127.0.0.1', port: 0 });
  const far = new WebSocket(`ws://127.0.0.1:${boundPort(server)}`);
  const [[near]] = await Promise.all([once(sockets, 'connection'), once(far, 'open')]);
  server.close();
  return { near, far };
}
