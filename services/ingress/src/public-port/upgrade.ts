import { type IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Express } from 'express';
import type { Context } from '../context.ts';
import { hangUp } from '../exchange/hang-up.ts';
import { routes } from '../routes/routes.ts';

const paths = new Set(
  routes.flatMap(({ target, path }) => (target.to === 'realtime' ? [path, `${path}/`] : [])),
);

/** An upgrade takes its connection over. One that is busy with an answer has none to give: behind that it is a request like all others. */
export function isRealtimeUpgrade(request: IncomingMessage): boolean {
  const { url = '', socket } = request;
  return asksForWebSocket(request) && paths.has(url.split('?', 1)[0] ?? '') && !isAnswering(socket);
}

export function asksForWebSocket({ method, headers }: IncomingMessage): boolean {
  return method === 'GET' && headers.upgrade?.toLowerCase() === 'websocket';
}

/** Node says it nowhere else. It hands over a busy connection as well, on which another answer cannot be begun. */
function isAnswering(socket: Socket): boolean {
  return Boolean(Reflect.get(socket, '_httpMessage'));
}

/**
 * Serves an upgrade by its row like any request: whatever refuses it does so with an ordinary answer. The connection
 * ends with that, or is handed over.
 */
export function takeUpgrade(
  context: Context,
  app: Express,
  { request, socket, head }: { request: IncomingMessage; socket: Duplex; head: Buffer },
): void {
  socket.on('error', () => socket.destroy());
  const response = new ServerResponse(request);
  response.shouldKeepAlive = false;
  response.assignSocket(request.socket);
  response.once('prefinish', () => hangUp(socket));
  context.upgrades.set(request, head);
  app(request, response);
}
