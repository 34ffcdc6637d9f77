import { createServer, type ServerResponse } from 'node:http';
import { closeServer, spareUnsentAnswers } from '@headgate/runtime/close-server';
import { boundPort, listen } from '@headgate/runtime/operations';
import { wait } from '@headgate/runtime/wait';
import type { Context } from '../context.ts';
import { askToEnd, type Exchange } from '../exchange/exchange.ts';
import { createApp } from './app.ts';
import { httpClassesOf } from './http-classes.ts';
import { watchSilentConnections } from './silent-connections.ts';
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
  server.on('upgrade', (request, socket, head) => takeUpgrade(context, app, { request, socket, head }));
  spareUnsentAnswers(server, () => answersOf(context.open));
  const closeSilent = watchSilentConnections(server);
  await listen(server, { host, port });
  return {
    port: boundPort(server),
    async stop() {
      // A session may open as late as that.
      const closed = closeServer(server, () => {
        closeSilent();
        for (const exchange of context.open) void askToEnd(exchange);
      });
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

function* answersOf(open: Iterable<Exchange>): Iterable<ServerResponse> {
  for (const { response } of open) yield response;
}

function cut(exchange: Exchange): void {
  exchange.abort = 'shut down';
  if (exchange.cut) exchange.cut('shut down');
  else exchange.response.destroy();
}
