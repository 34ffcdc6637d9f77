import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { fault } from '@headgate/proto/faults';
import type { Fault } from '@headgate/proto/gen/headgate/fault/v1/fault';
import { faultHeader, readFault } from '@headgate/proto/internal-headers';
import { createProxyMiddleware } from 'http-proxy-middleware';
import type { Exchange } from '../exchange.ts';
import type { HttpTargets } from './http-targets.ts';

/** The way to a service's own HTTP port, for what is not gRPC-shaped: the connection itself is handed over. */
export interface HttpProxy {
  /** Proxies an upgrade with these headers and no others. */
  upgrade(exchange: Exchange, head: Buffer, headers: IncomingHttpHeaders, answer: UpgradeAnswer): void;
}

/** What becomes of an upgrade; one of them is called, once. */
export interface UpgradeAnswer {
  onOpen(): void;
  onRefused(fault: Fault, cause?: unknown): void;
}

/** How long a service may take to answer an upgrade; it dials its own upstreams meanwhile. */
const upgradeTimeoutMs = 90_000;

export function proxyTo(targets: HttpTargets): HttpProxy {
  const answers = new WeakMap<IncomingMessage, UpgradeAnswer>();
  const chosen = new WeakMap<IncomingMessage, string>();
  const take = (request: IncomingMessage): UpgradeAnswer | undefined => {
    const answer = answers.get(request);
    answers.delete(request);
    return answer;
  };
  const proxy = createProxyMiddleware({
    upgradeTimeout: upgradeTimeoutMs,
    async router(request) {
      const target = await targets.choose();
      chosen.set(request, target);
      return target;
    },
    on: {
      proxyReqWs(proxied, request) {
        proxied.once('upgrade', () => take(request)?.onOpen());
        // Before the proxy's own listener, which would pass the refusal on as it is.
        proxied.once('response', ({ headers }) => {
          take(request)?.onRefused(readFault(headers[faultHeader]) ?? fault('service_unavailable'));
        });
      },
      error(cause, request) {
        targets.avoid(chosen.get(request) ?? '');
        take(request)?.onRefused(fault('service_unavailable'), cause);
      },
    },
  });
  return {
    upgrade({ request }, head, headers, answer) {
      request.headers = headers;
      answers.set(request, answer);
      proxy.upgrade(request, request.socket, head);
    },
  };
}
