import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import { authorize, keyOf } from '../chat-completions/authorize.ts';
import { statusError } from '../chat-completions/status-error.ts';
import { errorBody, missing, type VendorError } from '../chat-completions/vendor-error.ts';
import { faultOfModel } from '../faults/read-fault.ts';
import { readClientRequestId } from '../log/client-request-id.ts';
import { queryOf } from '../query-of.ts';
import type { SandboxContext } from '../sandbox.ts';
import { noTokens } from './count.ts';
import { playSession } from './session.ts';

/** Serves `GET /v1/realtime?model=` as an upgrade; everything that is refused is a plain HTTP answer. */
export interface Realtime {
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  /** Cuts every session. */
  stop(): void;
}

const largestFrame = 16 * 1024 * 1024;

export function createRealtime(context: SandboxContext): Realtime {
  const server = new WebSocketServer({
    noServer: true,
    maxPayload: largestFrame,
    handleProtocols: (offered) => (offered.has('realtime') ? 'realtime' : false),
  });
  return {
    upgrade(request, socket, head) {
      socket.on('error', () => socket.destroy());
      const { headers, url = '' } = request;
      const clientId = readClientRequestId(headers['x-client-request-id']);
      context.received.add({ ...clientId, path: url, headers, body: Buffer.alloc(0) });
      const model = queryOf(url).get('model');
      const scripted = model === null ? null : context.faults.next(model);
      const fault = model === null ? null : (faultOfModel(model) ?? scripted?.kind ?? null);
      const refusal = url.startsWith('/v1/realtime?') ? refusalOf(request, model, fault) : statusError(404);
      if (refusal || model === null) {
        const error = refusal ?? missing('model');
        refuse(socket, error);
        const entry = { ...clientId, dialect: 'realtime', model, usage: noTokens, fault } as const;
        context.served.append({ ...entry, outcome: 'failed', status: error.status });
        return;
      }
      const parameters = scripted?.parameters ?? {};
      server.handleUpgrade(request, socket, head, (client) =>
        playSession(context, client, { model, clientId, fault, parameters }),
      );
    },
    stop() {
      for (const client of server.clients) client.terminate();
    },
  };
}

function refusalOf(
  { headers }: IncomingMessage,
  model: string | null,
  fault: string | null,
): VendorError | null {
  const unwelcome = authorize(headers.authorization);
  if (unwelcome) return unwelcome;
  if (model?.startsWith('unknown-')) return statusError(404);
  if (fault === 'leak') {
    return statusError(
      400,
      `http://${headers.host}/v1/realtime refused key ${keyOf(headers.authorization)}.`,
    );
  }
  const status = /^status-(\d{3})$/.exec(fault ?? '')?.[1];
  return status === undefined ? null : statusError(Number(status));
}

function refuse(socket: Duplex, error: VendorError): void {
  const body = errorBody(error);
  socket.end(
    `HTTP/1.1 ${error.status} Refused\r\nconnection: close\r\ncontent-type: application/json\r\n` +
      `content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
}
