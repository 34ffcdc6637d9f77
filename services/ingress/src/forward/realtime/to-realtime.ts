import type { IncomingHttpHeaders } from 'node:http';
import { fault } from '@headgate/proto/faults';
import { callerHeader } from '@headgate/proto/internal-headers';
import { FaultError } from '@headgate/runtime/errors';
import { admitTokens } from '../../admit/admit-tokens.ts';
import { keyOf } from '../../caller/authenticate.ts';
import { offeredSubprotocols } from '../../caller/subprotocols.ts';
import type { Context } from '../../context.ts';
import { answerError } from '../../exchange/answer.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import { askProcess } from '../../processes/ask-process.ts';
import { signCaller } from '../http/sign-caller.ts';
import { countTokens } from './count-tokens.ts';

/** Hands an upgrade to text-gateway, which answers it once an upstream has opened. */
export async function forwardToRealtime(context: Context, exchange: Exchange): Promise<void> {
  const { request, response } = exchange;
  const head = context.upgrades.get(request);
  if (!head) {
    response.setHeader('upgrade', 'websocket');
    throw new FaultError(fault('invalid_request', { status: 426, message: 'This route is a WebSocket.' }));
  }
  refuseHandshake(exchange);
  const { model } = request.query;
  if (typeof model !== 'string' || model === '') {
    throw new FaultError(
      fault('invalid_request', { param: 'model', message: 'A model is required: ?model=' }),
    );
  }
  // Nothing is used by opening it.
  (await admitTokens(context, exchange, 0)).giveBack();
  if (response.destroyed) return;
  const sign = (): string => signCaller(context, exchange, keyOf(exchange).caller, model);
  const headers = { ...upgradeHeaders(request.headers, sign()), ...exchange.span.context };
  request.url = '/v1/realtime';
  exchange.cut = () => request.socket.destroy();
  context.http.upgrade(exchange, head, headers, {
    onOpen() {
      exchange.isUpgraded = true;
      response.statusCode = 101;
      exchange.end = () => end(context, exchange, sign());
      if (keyOf(exchange).tpm === 0) return;
      exchange.countsTokens = true;
      void countTokens(context, exchange, sign);
    },
    onRefused(refusal, cause) {
      exchange.cut = undefined;
      answerError(context, exchange, new FaultError(refusal, { cause }));
    },
  });
}

const webSocketVersion = '13';
const webSocketKey = /^[+/0-9A-Za-z]{22}==$/;

/**
 * Refuses what the gateway could not answer, before an upstream is dialled for it. The proxy cannot ask without these either: it
 * breaks off within, and the next trouble of the connection would end the process.
 */
function refuseHandshake({ request: { headers }, response }: Exchange): void {
  const isWhole = webSocketKey.test(headers['sec-websocket-key'] ?? '');
  if (isWhole && headers['sec-websocket-version'] === webSocketVersion) return;
  response.setHeader('sec-websocket-version', webSocketVersion);
  const message = `Sec-WebSocket-Version must be ${webSocketVersion}, and Sec-WebSocket-Key 16 bytes in base64.`;
  throw new FaultError(fault('invalid_request', { message }));
}

/**
 * Asks the session's gateway, whose close between two responses comes through the connection as any other event. Says whether it
 * heard.
 */
async function end({ http, log }: Context, exchange: Exchange, signed: string): Promise<boolean> {
  const target = http.targetOf(exchange);
  if (target === undefined) return true;
  const headers = { host: 'text-gateway', [callerHeader]: signed };
  const asking = {
    method: 'DELETE',
    path: '/v1/realtime',
    headers,
    ...(http.agent && { agent: http.agent }),
  } as const;
  const { status } = await askProcess(target, asking).catch(() => ({ status: 0 }));
  const isHeard = status === 204;
  if (!isHeard) log.warn({ requestId: exchange.id, status }, 'a session was not told to end');
  return isHeard;
}

const betaSubprotocol = 'openai-beta.realtime-v1';

/** What a service needs for its half of the handshake. Keys, cookies and all else stay here. */
function upgradeHeaders(headers: IncomingHttpHeaders, signed: string): IncomingHttpHeaders {
  const offered = offeredSubprotocols(headers['sec-websocket-protocol']);
  const beta = offered.includes(betaSubprotocol) ? 'realtime=v1' : headers['openai-beta'];
  return {
    connection: 'Upgrade',
    upgrade: 'websocket',
    host: 'text-gateway',
    'sec-websocket-key': headers['sec-websocket-key'],
    'sec-websocket-version': headers['sec-websocket-version'],
    ...(offered.includes('realtime') && { 'sec-websocket-protocol': 'realtime' }),
    ...(beta !== undefined && { 'openai-beta': beta }),
    [callerHeader]: signed,
  };
}
