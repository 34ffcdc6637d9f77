import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { boundPort, listen } from '@headgate/runtime/operations';
import { filmBytes } from './film-bytes.ts';

export interface FilmVendor {
  url: string;
  stop(): void;
}

/** A vendor in OpenAI's style whose films are done at once, and as many bytes as their prompt says. It holds none of them. */
export async function startFilmVendor(): Promise<FilmVendor> {
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  await listen(server, { host: '127.0.0.1', port: 0 });
  return {
    url: `http://127.0.0.1:${boundPort(server)}`,
    stop() {
      server.close();
      server.closeAllConnections();
    },
  };
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.method === 'POST') {
    const sizeBytes = /name="prompt"\s+(\d+)/.exec(await text(request))?.[1];
    return say(response, { id: `film_${sizeBytes}`, status: 'queued' });
  }
  const [, id, sizeBytes, content] = /\/(film_(\d+))(\/content)?(?:\?|$)/.exec(request.url ?? '') ?? [];
  if (content === undefined) return say(response, { id, status: 'completed', progress: 100 });
  response.writeHead(200, { 'content-type': 'video/mp4', 'content-length': sizeBytes });
  await pipeline(Readable.from(filmBytes(Number(sizeBytes)), { objectMode: false }), response);
}

function say(response: ServerResponse, body: object): void {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
