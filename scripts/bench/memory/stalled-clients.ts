import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** A client that has asked for an answer and stopped reading where it began. */
export interface StalledClient {
  /** Reads on to the end; gives how many bytes there were in all. */
  readOn(): Promise<number>;
  leave(): void;
}

export interface Asked {
  baseUrl: string;
  path: string;
  key: string;
  body: object;
}

/** Resolves when the beginning of the answer has come. */
export async function stall({ baseUrl, path, key, body }: Asked): Promise<StalledClient> {
  const { hostname, port } = new URL(baseUrl);
  const text = JSON.stringify(body);
  const socket: Socket = connect(Number(port), hostname);
  socket.on('error', () => undefined);
  socket.write(
    [
      `POST ${path} HTTP/1.1`,
      `host: ${hostname}`,
      `authorization: Bearer ${key}`,
      'content-type: application/json',
      `content-length: ${Buffer.byteLength(text)}`,
      'connection: close',
      '',
      text,
    ].join('\r\n'),
  );
  const first = await new Promise<Buffer>((resolve, reject) => {
    socket.once('close', () => reject(new Error(`${path} was not answered`)));
    socket.once('data', (bytes) => {
      socket.pause();
      resolve(bytes);
    });
  });
  const status = first.toString('latin1', 9, 12);
  if (status !== '200') throw new Error(`${path} was answered ${first.toString('utf8', 0, 500)}`);
  let readBytes = first.length;
  socket.on('data', (bytes) => {
    readBytes += bytes.length;
  });
  return {
    async readOn() {
      const ended = once(socket, 'close');
      socket.resume();
      await ended;
      return readBytes;
    },
    leave: () => void socket.destroy(),
  };
}
