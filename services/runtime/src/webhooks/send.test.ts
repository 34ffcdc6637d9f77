import { createServer, type Server } from 'node:http';
import { afterEach, expect, test } from 'vitest';
import { boundPort, listen } from '../operations.ts';
import { withoutProxy } from '../outbound/egress/egress.ts';
import { type Sent, send } from './send.ts';

let receiver: Server;
afterEach(() => {
  receiver.close();
  receiver.closeAllConnections();
});

/** Posts to a receiver that writes this, whatever it is sent. */
async function sendTo(answer: string): Promise<Sent> {
  receiver = createServer((request) => {
    request.resume().on('end', () => request.socket.write(answer));
  });
  await listen(receiver, { host: '127.0.0.1', port: 0 });
  const url = new URL(`http://127.0.0.1:${boundPort(receiver)}/`);
  const tools = { mayConnect: () => true, resolve: async () => [], egress: withoutProxy };
  return send(url, { headers: {}, body: '{}' }, tools, AbortSignal.timeout(5_000));
}

test.each([
  ['changes to another protocol', '101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket'],
  ['leads elsewhere', '302 Found\r\nLocation: http://127.0.0.1:1/'],
])('a receiver that %s has not taken it, and is waited for no longer', async (_, answer) => {
  const problem = `status ${answer.slice(0, 3)}`;
  expect(await sendTo(`HTTP/1.1 ${answer}\r\n\r\n`)).toEqual({ kind: 'failed', problem, isFinal: false });
});
