import { createServer, type Server } from 'node:http';
import { boundPort, listen } from '@headgate/runtime/operations';
import { wait } from '@headgate/runtime/wait';
import { createApp } from './app.ts';
import type { Context } from './context.ts';
import { askToEnd, type Exchange } from './exchange.ts';
import { httpClassesOf } from './http-classes.ts';
import { isRealtimeUpgrade, takeUpgrade } from './upgrade.ts';

export interface PublicServer {
  port: number;
  /** Lets open requests finish within the grace, then cuts them. */
  stop(): Promise<void>;
}

/** Serves the public port. */
export async function servePublic(context: Context): Promise<PublicServer> {
  const { httpHost: host, httpPort: port, stopGraceMs } = context.config;
  const app = createApp(context);
  const server = createServer(
    {
      ...httpClassesOf(app),
      // Longer than the idle time of common balancers, so that they are the ones to close.
      keepAliveTimeout: 75_000,
      headersTimeout: 60_000,
      // For the whole request, body included; answers have no limit here.
      requestTimeout: 10 * 60_000,
      // Any other wish for an upgrade is a request like all others.
      shouldUpgradeCallback: isRealtimeUpgrade,
    },
    app,
  );
  // Express refuses before "100 Continue" is sent; who reads a body sends it.
  server.on('checkContinue', app);
  // Node would answer any other expectation by itself, without a word.
  server.on('checkExpectation', app);
  server.on('upgrade', (request, socket, head) => takeUpgrade(context, app, request, socket, head));
  await listen(server, { host, port });
  return {
    port: boundPort(server),
    async stop() {
      const closed = close(server, context.open);
      const isDone = await Promise.race([closed.then(() => true), wait(stopGraceMs).then(() => false)]);
      if (isDone) return;
      context.log.warn({ openRequests: context.open.size }, 'cutting requests that did not finish');
      for (const exchange of context.open) cut(exchange);
      await Promise.race([closed, wait(cutMs)]);
      server.closeAllConnections();
    },
  };
}

/** How long the last frames of cut streams may take to reach their clients. */
const cutMs = 2_000;

const idleCheckMs = 50;

/** Refuses new connections; resolves when the last one has ended. */
function close(server: Server, open: Iterable<Exchange>): Promise<void> {
  // A connection that falls idle later has nothing to wait for either, and a session may open as late.
  const idleCheck = setInterval(() => {
    server.closeIdleConnections();
    for (const exchange of open) void askToEnd(exchange);
  }, idleCheckMs);
  return new Promise((resolve) => {
    server.close(() => {
      clearInterval(idleCheck);
      resolve();
    });
  });
}

function cut(exchange: Exchange): void {
  exchange.abort = 'shut down';
  if (exchange.cut) exchange.cut('shut down');
  else exchange.response.destroy();
}
