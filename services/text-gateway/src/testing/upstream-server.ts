import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import { boundPort, listen } from '@headgate/runtime/operations';

/** A real HTTP server that answers as a test says, for every channel of the test. */
export interface UpstreamServer {
  baseUrl(channelId: bigint): string;
  /** What came, in this order. */
  calls: Call[];
  /** Calls whose connection is open. */
  openCalls(): number;
  serve: (request: IncomingMessage, response: ServerResponse, channelId: bigint) => void;
  stop(): void;
}

interface Call {
  channelId: bigint;
  path: string;
  key: string | undefined;
  headers: IncomingHttpHeaders;
  /** Undefined until all of it has come. */
  body: unknown;
}

export async function startUpstreamServer(): Promise<UpstreamServer> {
  let openCalls = 0;
  const server = createServer((request, response) => {
    const channelId = BigInt(request.url?.split('/')[1] ?? '');
    const { url = '', headers } = request;
    const key = headers['x-api-key']?.toString() ?? headers.authorization?.replace('Bearer ', '');
    const call: Call = { channelId, path: url, key, headers, body: undefined };
    upstream.calls.push(call);
    openCalls += 1;
    response.once('close', () => {
      openCalls -= 1;
    });
    void json(request).then(
      (body) => (call.body = body),
      () => undefined,
    );
    upstream.serve(request, response, channelId);
  });
  await listen(server, { host: '127.0.0.1', port: 0 });
  const upstream: UpstreamServer = {
    baseUrl: (channelId) => `http://127.0.0.1:${boundPort(server)}/${channelId}/v1`,
    calls: [],
    openCalls: () => openCalls,
    serve: (_request, response) => response.end(),
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
  return upstream;
}

/** A frame of a stream that goes on. */
export const chunk =
  'data: {"id":"c","choices":[{"index":0,"delta":{"content":"x"},"finish_reason":null}]}\n\n';

/** Answers with these frames, and leaves the end open. */
export function streamOf(...frames: string[]): UpstreamServer['serve'] {
  return (_request, response) => {
    response.writeHead(200, { 'content-type': 'Text/Event-Stream; charset=utf-8' });
    for (const frame of frames) response.write(frame);
  };
}

/** A whole answer that can be used. */
export const wholeAnswer: UpstreamServer['serve'] = (_request, response) => {
  response.end('{"choices":[{}],"usage":{"prompt_tokens":1,"completion_tokens":2}}');
};

/** Refuses with a status. */
export function refuse(status: number, headers: Record<string, string> = {}): UpstreamServer['serve'] {
  return (_request, response) => response.writeHead(status, headers).end('{"error":{"message":"no"}}');
}
