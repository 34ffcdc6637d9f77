import { once } from 'node:events';
import { connect } from 'node:net';

/** What came back for bytes that may be no HTTP at all. */
export interface RawAnswer {
  /** 0 when the connection was closed without a word. */
  status: number;
  /** By lower-case name. */
  headers: Record<string, string>;
  body: string;
}

export interface RawOptions {
  /** Ends our side once all is sent: nothing follows. */
  thenLeave?: boolean;
  /** The answer to HEAD has no body, whatever its length says. */
  isHead?: boolean;
}

/** Sends bytes as they are and reads one answer, up to its end or the connection's. */
export async function sendRaw(
  port: number,
  bytes: string | Buffer,
  { thenLeave = false, isHead = false }: RawOptions = {},
): Promise<RawAnswer> {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  socket.on('error', () => undefined);
  let received = '';
  const answered = new Promise<void>((resolve) => {
    socket.on('data', (chunk) => {
      received += chunk.toString('latin1');
      if (isWhole(parse(received), isHead)) resolve();
    });
    socket.once('end', resolve).once('close', resolve);
  });
  await once(socket, 'connect');
  if (thenLeave) socket.end(bytes);
  else socket.write(bytes);
  await answered;
  socket.destroy();
  return parse(received) ?? { status: 0, headers: {}, body: '' };
}

function parse(received: string): RawAnswer | undefined {
  const end = received.indexOf('\r\n\r\n');
  if (end === -1) return undefined;
  const [statusLine = '', ...lines] = received.slice(0, end).split('\r\n');
  const headers = lines.map((line) => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()] as const;
  });
  return {
    status: Number(statusLine.split(' ')[1]),
    headers: Object.fromEntries(headers),
    body: received.slice(end + 4),
  };
}

function isWhole(answer: RawAnswer | undefined, isHead: boolean): boolean {
  if (!answer) return false;
  const length = answer.headers['content-length'];
  return isHead || (length !== undefined && answer.body.length >= Number(length));
}
