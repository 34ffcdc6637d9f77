import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { fault } from '@headgate/proto/faults';
import type { Fault } from '@headgate/proto/gen/headgate/fault/v1/fault';
import { callerHeader, faultHeader, readCaller, writeFault } from '@headgate/proto/internal-headers';
import { FaultError } from '@headgate/runtime/errors';
import { boundPort, listen } from '@headgate/runtime/operations';
import { wait } from '@headgate/runtime/wait';
import { type OpenStream, openStream, StreamError } from '../call/open-stream.ts';
import type { ApiContext } from '../context.ts';
import { type ContentRequest, type FoundContent, findContent } from './find-content.ts';

export interface ContentServer {
  port: number;
  /** Lets downloads end within the grace, then cuts them. */
  stop(graceMs: number): Promise<void>;
}

/** Serves the bytes of results that ingress has signed for, on a port of their own: `/<task id>?variant=&index=`. */
export async function serveContent(context: ApiContext, stopping: AbortSignal): Promise<ContentServer> {
  const server = createServer((request, response) => {
    const gone = new AbortController();
    response.once('close', () => gone.abort());
    serve(context, request, response, gone.signal).catch((error) => {
      if (gone.signal.aborted) return;
      if (!response.headersSent) return refuse(response, faultOf(context, error));
      // The client shall see that something is missing.
      response.destroy();
    });
  });
  await listen(server, { host: context.config.httpHost, port: context.config.httpPort });
  stopping.addEventListener('abort', () => server.closeIdleConnections(), { once: true });
  return {
    port: boundPort(server),
    async stop(graceMs) {
      const closed = new Promise<void>((resolve) => {
        server.close(() => resolve());
      });
      server.closeIdleConnections();
      await Promise.race([closed, wait(graceMs)]);
      server.closeAllConnections();
    },
  };
}

async function serve(
  context: ApiContext,
  request: IncomingMessage,
  response: ServerResponse,
  gone: AbortSignal,
): Promise<void> {
  const open = readCaller(request.headers[callerHeader], context.config.callerSecret, Date.now());
  if (!open?.caller) throw new FaultError(fault('access_denied'));
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://media');
  const wanted = {
    userId: open.caller.userId,
    taskId: pathname.slice(1),
    variant: searchParams.get('variant') ?? 'video',
    index: Number(searchParams.get('index') ?? 0),
  };
  const { found, stream } = await openResult(context, wanted, rangeOf(request), gone);
  try {
    if (![200, 206, 416].includes(stream.status))
      throw new StreamError(`the upstream answered ${stream.status}`);
    response.writeHead(stream.status, headersOf(stream, found));
    if (request.method === 'HEAD') return void response.end();
    await pipeline(stream.body, response);
  } finally {
    stream.close();
  }
}

/** Opens a result; where its address leads to nothing any more, at a newer one that the vendor gives. */
async function openResult(
  context: ApiContext,
  wanted: ContentRequest,
  range: Record<string, string>,
  gone: AbortSignal,
): Promise<{ found: FoundContent; stream: OpenStream }> {
  const found = await findContent(context, wanted);
  const stream = await openStream({ ...found, range }, context.config, gone);
  // Signed addresses answer 403 once they have expired.
  if (![403, 404, 410].includes(stream.status)) return { found, stream };
  stream.close();
  if (wanted.isGone) throw new FaultError(fault('result_expired'));
  return openResult(context, { ...wanted, isGone: true }, range, gone);
}

/** What a client may say of the part that it wants. */
function rangeOf({ headers }: IncomingMessage): Record<string, string> {
  const { range, 'if-range': ifRange } = headers;
  return {
    ...(range !== undefined && { range }),
    ...(typeof ifRange === 'string' && { 'if-range': ifRange }),
  };
}

const passed = ['content-length', 'content-range', 'accept-ranges', 'etag', 'last-modified'];
const named = /^(video|image|audio)\/[\w.+-]+$/;

/** Nothing that tells who the vendor is; nothing that a browser would run. */
function headersOf({ headers }: OpenStream, { type, fileName }: FoundContent): Record<string, string> {
  const given = headers['content-type'];
  const isNamed = typeof given === 'string' && named.test(given) && !given.startsWith('image/svg');
  const kept = passed.flatMap((name) => {
    const value = headers[name];
    return typeof value === 'string' ? [[name, value]] : [];
  });
  return {
    ...Object.fromEntries(kept),
    'content-type': isNamed ? given : type,
    'content-disposition': `inline; filename="${fileName}"`,
    'cache-control': 'private, max-age=300',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
  };
}

function faultOf({ log }: ApiContext, error: unknown): Fault {
  if (error instanceof FaultError) return error.fault;
  if (error instanceof StreamError) {
    log.warn({ problem: error.message }, 'a result cannot be fetched');
    return fault('bad_response');
  }
  log.error({ err: error }, 'a result was not served');
  return fault('internal_error');
}

/** For ingress, which knows how its clients read faults. */
function refuse(response: ServerResponse, refusal: Fault): void {
  response.writeHead(refusal.status, { [faultHeader]: writeFault(refusal), 'content-length': 0 }).end();
}
