import type { IncomingMessage, ServerResponse } from 'node:http';
import { fault } from '@headgate/proto/faults';
import type { Fault } from '@headgate/proto/gen/headgate/fault/v1/fault';
import { closeServer, spareAnswersOf } from '@headgate/runtime/close-server';
import { FaultError } from '@headgate/runtime/errors';
import type { Service } from '@headgate/runtime/lifecycle';
import { boundPort, listen } from '@headgate/runtime/operations';
import { createPrivateServer } from '@headgate/runtime/security/private-http';
import { wait } from '@headgate/runtime/wait';
import { StreamError } from '../call/open-stream.ts';
import type { ApiContext } from '../context.ts';
import { receiveUpload, uploadLeaseMs } from '../uploads/receive-upload.ts';
import { serveFile } from '../uploads/serve-file.ts';
import { refuse } from './refuse.ts';
import { serveResult } from './serve-result.ts';

export interface ContentServer {
  port: number;
  /** Lets downloads end within the grace, then cuts them. */
  stop(graceMs: number): Promise<void>;
}

/**
 * Serves bytes on a port of their own: results that ingress has signed for at `/<task id>?variant=&index=`, public files at
 * `/files/<key>`; and takes uploads at `/uploads/<token>`.
 */
export async function serveContent(
  context: ApiContext,
  { security, stopping }: Pick<Service, 'security' | 'stopping'>,
): Promise<ContentServer> {
  const server = createPrivateServer(security, { requestTimeout: uploadLeaseMs }, (request, response) => {
    const gone = new AbortController();
    response.once('close', () => gone.abort());
    choose(context, request, response, gone.signal).catch((error) => {
      if (gone.signal.aborted) return;
      if (!response.headersSent) return refuse(request, response, faultOf(context, error));
      // The client shall see that something is missing.
      response.destroy();
    });
  });
  spareAnswersOf(server);
  await listen(server, { host: context.config.httpHost, port: context.config.httpPort });
  stopping.addEventListener('abort', () => server.closeIdleConnections(), { once: true });
  return {
    port: boundPort(server),
    async stop(graceMs) {
      await Promise.race([closeServer(server), wait(graceMs)]);
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
  return serveResult(context, request, response, gone);
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
