import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** Opens streams of one event a second, and resolves when each has begun; gives what closes them. */
export async function openStreams(
  { url, key }: { url: string; key: string },
  count: number,
): Promise<() => Promise<void>> {
  const { hostname, port, pathname } = new URL(url);
  const body = JSON.stringify({
    model: 'gpt-4o-mini',
    stream: true,
    messages: [{ role: 'user', content: '[[chunks=1000 delay=1000]]' }],
  });
  const request = [
    `POST ${pathname} HTTP/1.1`,
    `host: ${hostname}`,
    `authorization: Bearer ${key}`,
    'content-type: application/json',
    `content-length: ${Buffer.byteLength(body)}`,
    '',
    body,
  ].join('\r\n');
  const open = (): Promise<Socket> =>
    new Promise((resolve, reject) => {
      const socket = connect(Number(port), hostname, () => socket.write(request));
      socket.once('error', reject);
      socket.once('close', () => reject(new Error('A stream was closed before it began')));
      socket.once('data', (head: Buffer) => {
        const status = head.toString('latin1', 9, 12);
        if (status === '200') resolve(socket);
        else reject(new Error(`A stream was answered ${status}`));
      });
    });
  const sockets: Socket[] = [];
  for (let from = 0; from < count; from += 100) {
    sockets.push(...(await Promise.all(Array.from({ length: Math.min(100, count - from) }, open))));
  }
  return async () => {
    const open = sockets.filter(({ closed }) => !closed);
    const closed = open.map((socket) => once(socket, 'close'));
    for (const socket of open) socket.destroy();
    await Promise.all(closed);
  };
}
