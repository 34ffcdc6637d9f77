import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import { boundPort, listen } from '@headgate/runtime/operations';

export interface Received {
  headers: IncomingHttpHeaders;
  path: string;
  body: string;
}

/** A real HTTP server that takes notices. */
export interface Receiver {
  port: number;
  url: string;
  received: Received[];
  /** How it answers, when not with 204. */
  answer: (request: IncomingMessage, response: ServerResponse) => void;
  stop(): void;
}

export async function startReceiver(): Promise<Receiver> {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(Buffer.from(chunk));
    const body = Buffer.concat(chunks).toString('utf8');
    receiver.received.push({ headers: request.headers, path: request.url ?? '', body });
    receiver.answer(request, response);
  });
  await listen(server, { host: '127.0.0.1', port: 0 });
  const port = boundPort(server);
  const receiver: Receiver = {
    port,
    url: `http://127.0.0.1:${port}/hook`,
    received: [],
    answer: accept,
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
  return receiver;
}

export function accept(_request: IncomingMessage, response: ServerResponse): void {
  response.writeHead(204).end();
}
