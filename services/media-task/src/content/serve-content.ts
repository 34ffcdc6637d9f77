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
import { receiveUpload, uploadLeaseMs } from '../uploads/receive-upload.ts';
import { serveFile } from '../uploads/serve-file.ts';
import { type FoundContent, findContent } from './find-content.ts';
import { findMjImage } from './find-mj-image.ts';
import { checkOpen, countUpTo, typeOf } from './open-content.ts';

export interface ContentServer {
  port: number;
  /** Lets downloads end within the grace, then cuts them. */
  stop(graceMs: number): Promise<void>;
}

/**
 * Serves bytes on a port of their own: results that ingress has signed for at `/<task id>?variant=&index=`, public files at
 * `/files/<key>`; and takes uploads at `/uploads/<token>`.
 */
export async function serveContent(context: ApiContext, stopping: AbortSignal): Promise<ContentServer> {
  const server = createServer({ requestTimeout: uploadLeaseMs }, (request, response) => {
    const gone = new AbortController();
    response.once('close', () => gone.abort());
    choose(context, request, response, gone.signal).catch((error) => {
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

/** Files of the store for everybody who knows where, results for those whom ingress has signed for. */
function choose(
  context: ApiContext,
  request: IncomingMessage,
  response: ServerResponse,
  gone: AbortSignal,
): Promise<void> {
  const [, area, ...rest] = (request.url ?? '').split('?', 1)[0]?.split('/') ?? [];
  const name = rest.join('/');
  if (area === 'uploads' && request.method === 'PUT') return receiveUpload(context, request, response, name);
  if (area === 'files' && request.method !== 'PUT') return serveFile(context, request, response, name);
  return serve(context, request, response, gone);
}

async function serve(
  context: ApiContext,
  request: IncomingMessage,
  response: ServerResponse,
  gone: AbortSignal,
): Promise<void> {
  const open = readCaller(request.headers[callerHeader], context.config.callerSecret, Date.now());
  if (!open?.caller) throw new FaultError(fault('access_denied'));
  const find = finderOf(context, open.caller.userId, new URL(request.url ?? '/', 'http://media'));
  const { found, stream } = await openResult(context, find, rangeOf(request), gone);
  try {
    if (![200, 206, 416].includes(stream.status))
      throw new StreamError(`the upstream answered ${stream.status}`);
    if (stream.status !== 416) checkOpen(stream, found);
    response.writeHead(stream.status, headersOf(stream, found));
    if (request.method === 'HEAD') return void response.end();
    await pipeline(stream.body, countUpTo(found.open?.largestBytes), response);
  } finally {
    stream.close();
  }
}

/** @param isGone its address was tried, and leads to nothing any more. */
type Find = (isGone: boolean) => Promise<FoundContent>;

/** Opens a result; where its address leads to nothing any more, at a newer one that the vendor gives. */
async function openResult(
  { config }: ApiContext,
  find: Find,
  range: Record<string, string>,
  gone: AbortSignal,
): Promise<{ found: FoundContent; stream: OpenStream }> {
  for (const isGone of [false, true]) {
    const found = await find(isGone);
    const stream = await openStream({ ...found, range }, config, gone);
    // Signed addresses answer 403 once they have expired.
    if (![403, 404, 410].includes(stream.status)) return { found, stream };
    stream.close();
  }
  throw new FaultError(fault('result_expired'));
}

/** Below `/mj/` what anybody may see who knows its id, otherwise the user's own. */
function finderOf(context: ApiContext, userId: bigint, { pathname, searchParams }: URL): Find {
  const index = searchParams.get('index');
  if (pathname.startsWith('/mj/')) {
    const taskId = pathname.slice('/mj/'.length);
    return (isGone) =>
      findMjImage(context, { taskId, isGone, index: index === null ? undefined : Number(index) });
  }
  const variant = searchParams.get('variant') ?? 'video';
  const wanted = { userId, taskId: pathname.slice(1), variant, index: Number(index ?? 0) };
  return (isGone) => findContent(context, { ...wanted, ...(isGone && { isGone }) });
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

/** Nothing that tells who the vendor is; nothing that a browser would run. */
function headersOf(stream: OpenStream, found: FoundContent): Record<string, string> {
  const kept = passed.flatMap((name) => {
    const value = stream.headers[name];
    return typeof value === 'string' ? [[name, value]] : [];
  });
  return {
    ...Object.fromEntries(kept),
    'content-type': typeOf(stream, found),
    'content-disposition': `inline; filename="${found.fileName}"`,
    ...(found.open ? forEverybody : forOneUser),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
  };
}

const forOneUser = { 'cache-control': 'private, max-age=300' };

/** What a task made does not change any more. */
const forEverybody = {
  'cache-control': 'public, max-age=86400, immutable',
  'access-control-allow-origin': '*',
};

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
