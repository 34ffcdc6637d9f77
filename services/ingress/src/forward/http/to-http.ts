import type { ClientRequest, IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { Agent } from 'node:https';
import type { Socket } from 'node:net';
import { pipeline } from 'node:stream';
import { fault } from '@headgate/proto/faults';
import type { Fault } from '@headgate/proto/gen/headgate/fault/v1/fault';
import { faultHeader, readFault } from '@headgate/proto/internal-headers';
import { createProxyMiddleware } from 'http-proxy-middleware';
import type { Exchange } from '../../exchange/exchange.ts';
import { hangUp } from '../../exchange/hang-up.ts';
import { askProcess } from '../../processes/ask-process.ts';
import type { HttpTargets } from '../../processes/http-targets.ts';

/** The way to a service's own HTTP port, for what is not gRPC-shaped: the connection itself is handed over. */
export interface HttpProxy {
  /** What connects there, where connections between services are secured. */
  agent?: Agent;
  /** Proxies an upgrade with these headers and no others. */
  upgrade(exchange: Exchange, head: Buffer, headers: IncomingHttpHeaders, answer: UpgradeAnswer): void;
  /** Where the connection of this request was handed to. */
  targetOf(exchange: Exchange): string | undefined;
}

/** What becomes of an upgrade; one of them is called, once. */
export interface UpgradeAnswer {
  onOpen(): void;
  onRefused(fault: Fault, cause?: unknown): void;
}

/** How long a service may take to answer an upgrade; it dials its own upstreams meanwhile. */
const upgradeTimeoutMs = 90_000;

/** How long a connection to a service is tried, which takes a moment where the machine is there. */
const defaultConnectMs = 3_000;

export function proxyTo(targets: HttpTargets, connectMs = defaultConnectMs): HttpProxy {
  const answers = new WeakMap<IncomingMessage, UpgradeAnswer>();
  const chosen = new WeakMap<IncomingMessage, string>();
  const take = (request: IncomingMessage): UpgradeAnswer | undefined => {
    const answer = answers.get(request);
    answers.delete(request);
    return answer;
  };
  const proxy = createProxyMiddleware({
    ...(targets.agent && { agent: targets.agent }),
    upgradeTimeout: upgradeTimeoutMs,
    async router(request) {
      const target = await chooseServing(targets);
      // What a client that has left meanwhile would say of it is past.
      if (request.socket.readableEnded) request.socket.destroy();
      if (request.socket.destroyed) throw new Error('The client has left');
      chosen.set(request, target);
      return target;
    },
    on: {
      proxyReqWs(proxied, request) {
        limitConnecting(proxied, connectMs);
        // Whoever ends an upgrade before its answer has left: the proxy would go on until the service answers.
        const leave = (): void => void request.socket.destroy();
        request.socket.once('end', leave);
        proxied.once('upgrade', (_answer, behind: Socket) => {
          request.socket.off('end', leave);
          take(request)?.onOpen();
          // The proxy stops reading the one side when the other is gone.
          behind.once('close', () => hangUp(request.socket));
          request.socket.once('close', () => behind.destroy());
        });
        // Before the proxy's own listener, which would pass the refusal on as it is.
        proxied.once('response', ({ headers }) => {
          request.socket.off('end', leave);
          take(request)?.onRefused(readFault(headers[faultHeader]) ?? fault('service_unavailable'));
        });
      },
      error(cause, request) {
        // A client that leaves while its upgrade is under way says nothing of the target.
        const hasLeft = request.socket.destroyed;
        if (!hasLeft) targets.avoid(chosen.get(request) ?? '');
        take(request)?.onRefused(fault('service_unavailable'), hasLeft ? undefined : cause);
      },
    },
  });
  return {
    ...(targets.agent && { agent: targets.agent }),
    upgrade({ request }, head, headers, answer) {
      const { headers: sent } = request;
      request.headers = headers;
      answers.set(request, {
        ...answer,
        onOpen() {
          // An open session is proven anew by them.
          request.headers = sent;
          answer.onOpen();
        },
      });
      proxy.upgrade(request, request.socket, head);
    },
    targetOf: ({ request }) => chosen.get(request),
  };
}

/**
 * One of several that answers. Which does not must be known before it is proxied to: the proxy ends the client's connection when
 * it fails, and there is no second try.
 */
async function chooseServing(targets: HttpTargets): Promise<string> {
  const target = await targets.choose();
  const isOnly = (await targets.list()).length === 1;
  if (isOnly || (await isServing(targets, target))) return target;
  targets.avoid(target);
  return targets.choose();
}

/** Whatever it answers. */
function isServing({ agent }: HttpTargets, target: string): Promise<boolean> {
  return askProcess(target, { method: 'GET', path: '/', ...(agent && { agent }) }).then(
    () => true,
    () => false,
  );
}

/** The way to what a service sends as files: back-pressure reaches from the client to where they come from. */
export interface HttpDownloads {
  /** Asks with these headers and no others, at this path; once more elsewhere where a target cannot be reached. */
  download(exchange: Exchange, path: string, headers: IncomingHttpHeaders, answer: DownloadAnswer): void;
}

export interface DownloadAnswer {
  /** The head has been written, and the body follows. */
  onBegin(): void;
  /** Nothing was written. */
  onRefused(fault: Fault, cause?: unknown): void;
}

/** How long a service may take to find what was asked for, and between two pieces of it. */
const downloadTimeoutMs = 120_000;

/** How long a client may take nothing of a file: anybody can keep a connection for that long. */
const longestPauseMs = 10 * 60_000;

const listenersOfDownload = 20;

/** What describes a file or a page; a service sends nothing else on purpose. */
const fileHeaders = [
  'accept-ranges',
  'access-control-allow-origin',
  'cache-control',
  'content-disposition',
  'content-encoding',
  'content-length',
  'content-range',
  'content-security-policy',
  'content-type',
  'cross-origin-opener-policy',
  'cross-origin-resource-policy',
  'etag',
  'last-modified',
  'location',
  'permissions-policy',
  'referrer-policy',
  'vary',
  'x-content-type-options',
  'x-frame-options',
];

interface AwaitedDownload extends DownloadAnswer {
  exchange: Exchange;
  /** Nothing was answered. */
  onFailed(cause: unknown): void;
}

export function downloadFrom(
  targets: HttpTargets,
  { timeoutMs = downloadTimeoutMs, connectMs = defaultConnectMs } = {},
): HttpDownloads {
  const answers = new WeakMap<IncomingMessage, AwaitedDownload>();
  const chosen = new WeakMap<IncomingMessage, string>();
  const connected = new WeakSet<IncomingMessage>();
  const proxy = createProxyMiddleware({
    // A connection for each: one that is kept may be closed just as it is used, and nothing is sent twice.
    agent: targets.agent ?? false,
    selfHandleResponse: true,
    proxyTimeout: timeoutMs,
    async router(request) {
      const target = await targets.choose();
      if (target === chosen.get(request)) throw new Error('There is no other target');
      chosen.set(request, target);
      return target;
    },
    on: {
      proxyReq(proxied, request) {
        limitConnecting(proxied, connectMs, () => connected.add(request));
      },
      proxyRes(proxied, request, response) {
        const answer = answers.get(request);
        const refusal = readFault(proxied.headers[faultHeader]);
        if (refusal) {
          proxied.resume();
          return void answer?.onRefused(refusal);
        }
        answer?.onBegin();
        for (const name of fileHeaders) {
          const value = proxied.headers[name];
          if (value !== undefined) response.setHeader(name, value);
        }
        response.writeHead(proxied.statusCode ?? 502);
        proxied.on('data', (bytes: Buffer) => {
          if (answer) answer.exchange.sentBytes += bytes.length;
        });
        cutWhenSilent(proxied, response, timeoutMs);
        // A file that breaks off ends its connection: the client shall see it.
        pipeline(proxied, response, () => undefined);
      },
      error(cause, request, response) {
        targets.avoid(chosen.get(request) ?? '');
        if ('headersSent' in response && response.headersSent) return void response.destroy();
        answers.get(request)?.onFailed(cause);
      },
    },
  });
  return {
    download(exchange, path, headers, answer) {
      const { request, response } = exchange;
      // The proxy and the pipeline listen beside the rest of us; Node warns of the eleventh.
      response.setMaxListeners(listenersOfDownload);
      request.url = path;
      const hasBody = isFramed(request.headers);
      request.headers = withFraming(headers, hasBody);
      let failure: unknown;
      const refuse = (cause: unknown): void =>
        answer.onRefused(fault('service_unavailable'), failure ?? cause);
      const send = (): void => void proxy(request, response, refuse);
      const onFailed = (cause: unknown): void => {
        const wasSent = hasBody || connected.has(request);
        if (wasSent || failure !== undefined) refuse(cause);
        else {
          failure = cause;
          send();
        }
      };
      answers.set(request, { ...answer, exchange, onFailed });
      send();
    },
  };
}

/** Cuts a file of which nothing comes any more. One that its client holds back waits: players pause. */
function cutWhenSilent(proxied: IncomingMessage, response: ServerResponse, timeoutMs: number): void {
  // The proxy's own timeout knows no difference.
  proxied.setTimeout(0);
  let movedAt = performance.now();
  const timer = setInterval(() => {
    const isHeldBack = response.writableNeedDrain && performance.now() - movedAt < longestPauseMs;
    if (!isHeldBack) proxied.destroy();
  }, timeoutMs);
  const goOn = (): void => {
    movedAt = performance.now();
    timer.refresh();
  };
  response.on('drain', goOn);
  proxied.on('data', goOn).once('close', () => clearInterval(timer));
}

/** A body is piped on whatever the method. Bare behind the head of a GET, it would be read as the next request. */
function withFraming(headers: IncomingHttpHeaders, hasBody: boolean): IncomingHttpHeaders {
  const hasLength = headers['content-length'] !== undefined;
  return hasBody && !hasLength ? { ...headers, 'transfer-encoding': 'chunked' } : headers;
}

function isFramed(headers: IncomingHttpHeaders): boolean {
  return headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
}

/** TCP would try for two minutes to reach a machine that is gone. */
function limitConnecting(proxied: ClientRequest, ms: number, onConnect?: () => void): void {
  const late = new Error(`no connection within ${ms} ms`);
  const timer = setTimeout(() => proxied.destroy(late), ms);
  const stop = (): void => clearTimeout(timer);
  const reach = (): void => {
    stop();
    onConnect?.();
  };
  const watch = (socket: Socket): void => {
    if (socket.connecting) socket.once('connect', reach);
    else reach();
  };
  proxied.once('close', stop);
  if (proxied.socket) watch(proxied.socket);
  else proxied.once('socket', watch);
}
