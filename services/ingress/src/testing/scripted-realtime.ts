import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import type { Fault } from '@headgate/proto/gen/headgate/fault/v1/fault';
import { faultHeader, writeFault } from '@headgate/proto/internal-headers';
import { sessionTokensPath } from '@headgate/proto/session-tokens';
import { boundPort, listen } from '@headgate/runtime/operations';
import { createPrivateServer } from '@headgate/runtime/security/private-http';
import { plain } from '@headgate/runtime/security/security';
import { type WebSocket, WebSocketServer } from 'ws';

/** The realtime port of text-gateway, answering as a test says. */
export interface ScriptedRealtime {
  address: string;
  /** The headers of each upgrade that came. */
  received: { url: string | undefined; headers: IncomingHttpHeaders }[];
  /** Upgraded, these say back what they hear. */
  sockets: WebSocket[];
  /** The headers of each request to end a session, all of which end unless it is busy. */
  ended: IncomingHttpHeaders[];
  isBusy: boolean;
  /** What each question for the tokens of a session came with, and its answer, which a test writes. */
  tellers: { headers: IncomingHttpHeaders; response: ServerResponse }[];
  /** Nobody is told of tokens. */
  isOld: boolean;
  /** So many requests to end a session are lost. */
  deafFor: number;
  /** Refuses instead. */
  refusal?: Fault;
  stop(): Promise<void>;
}

export async function startScriptedRealtime(): Promise<ScriptedRealtime> {
  const sockets = new WebSocketServer({ noServer: true, handleProtocols: () => 'realtime' });
  const server = createPrivateServer(plain, {}, ({ method, url, headers }, response) => {
    if (url === sessionTokensPath) scripted.tellers.push({ headers, response });
    if (url === sessionTokensPath && !scripted.isOld) return response;
    if (method !== 'DELETE') return response.writeHead(426, { upgrade: 'websocket' }).end();
    if (scripted.deafFor > 0) {
      scripted.deafFor -= 1;
      return response.destroy();
    }
    scripted.ended.push(headers);
    if (!scripted.isBusy) for (const client of scripted.sockets) client.close(1001);
    return response.writeHead(204).end();
  });
  server.on('upgrade', (request, socket, head) => {
    scripted.received.push({ url: request.url, headers: request.headers });
    const { refusal } = scripted;
    if (refusal) {
      const headers = `${faultHeader}: ${writeFault(refusal)}\r\ncontent-length: 0\r\nconnection: close`;
      socket.end(`HTTP/1.1 ${refusal.status} Refused\r\n${headers}\r\n\r\n`);
      return;
    }
    sockets.handleUpgrade(request, socket, head, (client) => {
      scripted.sockets.push(client);
      client.on('message', (data) => client.send(String(data)));
    });
  });
  await listen(server, { host: '127.0.0.1', port: 0 });
  const scripted: ScriptedRealtime = {
    address: `127.0.0.1:${boundPort(server)}`,
    received: [],
    sockets: [],
    ended: [],
    isBusy: false,
    tellers: [],
    isOld: false,
    deafFor: 0,
    async stop() {
      for (const client of sockets.clients) client.terminate();
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
  return scripted;
}
