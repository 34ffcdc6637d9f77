import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { fault } from '@headgate/proto/faults';
import type { Fault } from '@headgate/proto/gen/headgate/fault/v1/fault';
import { callerHeader, faultHeader, readCaller, writeFault } from '@headgate/proto/internal-headers';
import { sessionTokensPath } from '@headgate/proto/session-tokens';
import { FaultError } from '@headgate/runtime/errors';
import { boundPort, listen } from '@headgate/runtime/operations';
import { createPrivateServer } from '@headgate/runtime/security/private-http';
import type { Security } from '@headgate/runtime/security/security';
import { beginSpan } from '@headgate/runtime/tracing/begin-span';
import { readHeaders } from '@headgate/runtime/tracing/read-headers';
import { noSpan } from '@headgate/runtime/tracing/span';
import { wait } from '@headgate/runtime/wait';
import { type WebSocket, WebSocketServer } from 'ws';
import type { GatewayContext } from '../context.ts';
import { type OpenedSession, openSession } from './open-session.ts';
import { createUsedTokens, type UsedTokens } from './used-tokens.ts';

interface OpenSession extends OpenedSession {
  used: UsedTokens;
}

/** How soon a session whose channel was switched off is asked to end. */
const lookMs = 1_000;

export interface RealtimeServer {
  port: number;
  /** Lets responses under way end within the grace, and closes every session. */
  stop(graceMs: number): Promise<void>;
}

/** Serves upgrades that ingress has signed for, on a port of their own. */
export async function serveRealtime(context: GatewayContext, security: Security): Promise<RealtimeServer> {
  const { httpHost: host, httpPort: port, realtimeFrameBytes: maxPayload, realtimePingMs } = context.config;
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload,
    perMessageDeflate: false,
    handleProtocols: (offered) => (offered.has('realtime') ? 'realtime' : false),
  });
  const ids = new WeakMap<IncomingMessage, string>();
  sockets.on('headers', (headers, request) => headers.push(`x-request-id: ${ids.get(request)}`));
  const sessions = new Map<string, OpenSession>();
  /** Of sessions, also those that are over. */
  const clients = new Set<Promise<void>>();
  const server = createPrivateServer(security, {}, (request, response) => {
    if (request.method === 'GET' && request.url === sessionTokensPath) tellUsed(request, response);
    else if (request.method === 'DELETE') response.writeHead(endSession(request)).end();
    else response.writeHead(426, { upgrade: 'websocket' }).end();
  });

  /** The ingress that a session came through stops, or wishes it to end for another reason. */
  function endSession(request: IncomingMessage): number {
    const session = findSession(request);
    if (typeof session === 'number') return session;
    session.drain(false);
    return 204;
  }

  /** The ingress that a session came through counts what it uses. */
  function tellUsed(request: IncomingMessage, response: ServerResponse): void {
    const session = findSession(request);
    if (typeof session === 'number') response.writeHead(session).end();
    else session.used.tell(response);
  }

  /** The session that an ingress has signed for, or the status without one. */
  function findSession({ headers }: IncomingMessage): OpenSession | 403 | 404 {
    const open = readCaller(headers[callerHeader], context.config.callerSecret, Date.now());
    if (!open || open instanceof Error) return 403;
    return sessions.get(open.requestId) ?? 404;
  }

  async function serve(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    const open = readCaller(request.headers[callerHeader], context.config.callerSecret, Date.now());
    if (open instanceof Error) throw open;
    if (!open) throw new FaultError(fault('access_denied'));
    if (context.stopping.aborted) throw new FaultError(fault('service_unavailable', { notStarted: true }));
    ids.set(request, open.requestId);
    const left = new AbortController();
    const leave = (): void => left.abort();
    // Its end is not yet the connection's, of which this side is still open.
    socket.once('end', leave).once('close', leave);
    const beta = request.headers['openai-beta'];
    const parent = readHeaders(request.headers);
    const used = createUsedTokens(realtimePingMs);
    const span = parent ? beginSpan('realtime session', { kind: 'server', parent }) : noSpan;
    const session = await span
      .run(() =>
        openSession(context, {
          open,
          beta: typeof beta === 'string' ? beta : undefined,
          gone: left.signal,
          accept: () => accept(sockets, request, socket, head),
          onUsed: used.add,
        }),
      )
      .catch((error) => {
        span.fail(error instanceof FaultError ? String(error.fault.status) : 'internal');
        span.end();
        throw error;
      });
    socket.off('end', leave).off('close', leave);
    sessions.set(open.requestId, { ...session, used });
    clients.add(session.left);
    void session.left.then(() => clients.delete(session.left));
    void session.over.then(() => {
      sessions.delete(open.requestId);
      used.end();
      span.end();
    });
    if (context.stopping.aborted) session.drain(false);
  }

  server.on('upgrade', (request: IncomingMessage, socket, head) => {
    socket.on('error', () => socket.destroy());
    serve(request, socket, head).catch((error) => refuse(socket, faultOf(context, error)));
  });
  await listen(server, { host, port });
  const looking = setInterval(() => {
    for (const session of sessions.values()) if (!session.isServed()) session.drain(false);
  }, lookMs).unref();

  return {
    port: boundPort(server),
    async stop(graceMs) {
      server.close();
      for (const session of sessions.values()) session.drain(false);
      const allOver = (): Promise<unknown> => Promise.all([...sessions.values()].map(({ over }) => over));
      const graceOver = wait(graceMs);
      await Promise.race([allOver(), graceOver]);
      for (const session of sessions.values()) session.drain(true);
      await allOver();
      clearInterval(looking);
      // What they still have to take is paid for.
      await Promise.race([Promise.all(clients), graceOver]);
    },
  };
}

/** Undefined when the client has gone, or is none. */
function accept(
  sockets: WebSocketServer,
  request: IncomingMessage,
  socket: Duplex,
  head: Buffer,
): WebSocket | undefined {
  let accepted: WebSocket | undefined;
  sockets.handleUpgrade(request, socket, head, (client) => {
    accepted = client;
  });
  return accepted;
}

function faultOf({ log }: GatewayContext, error: unknown): Fault {
  if (error instanceof FaultError && !error.cause) return error.fault;
  log.error({ err: error }, 'a session could not be opened');
  return fault('internal_error');
}

/** For ingress, which knows how its clients read faults. */
function refuse(socket: Duplex, refusal: Fault): void {
  const { status } = refusal;
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? 'Refused'}\r\n${faultHeader}: ${writeFault(refusal)}\r\n` +
      'content-length: 0\r\nconnection: close\r\n\r\n',
  );
}
