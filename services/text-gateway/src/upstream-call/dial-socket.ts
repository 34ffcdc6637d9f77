import type { IncomingMessage } from 'node:http';
import type { Egress } from '@headgate/runtime/outbound/egress/egress';
import { tunnelFor } from '@headgate/runtime/outbound/egress/tunnel-for';
import { WebSocket } from 'ws';
import type { UpstreamHeaders } from './call.ts';

export interface SocketRequest {
  /** `http:` or `https:`, as channels have it. */
  url: URL;
  headers: Record<string, string>;
  egress: Egress;
  /** For the whole handshake. */
  connectMs: number;
  maxFrameBytes: number;
  /** How much of a refusal is read. */
  maxRefusalBytes: number;
  /** Gives the dial up. */
  gone: AbortSignal;
}

/** An open socket is paused: whoever takes it resumes it when they listen. */
export type Dialled =
  | { kind: 'open'; socket: WebSocket }
  | { kind: 'refused'; status: number; headers: UpstreamHeaders; body: Buffer }
  | { kind: 'failed'; error: Error };

/** A refusal whose body does not end is taken as far as it came. */
const readMs = 5_000;

/** Opens a WebSocket to an upstream. */
export function dialSocket(request: SocketRequest): Promise<Dialled> {
  const { headers, egress, connectMs, maxFrameBytes, maxRefusalBytes, gone } = request;
  const url = new URL(request.url);
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
  const createConnection = tunnelFor(url, egress, { withinMs: connectMs, signal: gone });
  const socket = new WebSocket(url, {
    headers,
    handshakeTimeout: connectMs,
    maxPayload: maxFrameBytes,
    perMessageDeflate: false,
    ...(createConnection && { createConnection }),
  });
  const cut = (): void => socket.terminate();
  gone.addEventListener('abort', cut, { once: true });
  if (gone.aborted) cut();
  return new Promise<Dialled>((resolve) => {
    socket.once('open', () => {
      socket.pause();
      resolve({ kind: 'open', socket });
    });
    socket.on('error', (error) => resolve({ kind: 'failed', error }));
    socket.once('unexpected-response', async (_request, response) => {
      const body = await readSome(response, maxRefusalBytes);
      resolve({ kind: 'refused', status: response.statusCode ?? 0, headers: response.headers, body });
      cut();
    });
  }).finally(() => gone.removeEventListener('abort', cut));
}

function readSome(response: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let sizeBytes = 0;
  return new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      resolve(Buffer.concat(chunks));
    };
    const timer = setTimeout(done, readMs);
    response.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      sizeBytes += chunk.length;
      if (sizeBytes > maxBytes) done();
    });
    response.once('end', done).once('error', done).once('close', done);
  });
}
