import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Fault } from '@headgate/proto/gen/headgate/fault/v1/fault';
import { faultHeader, writeFault } from '@headgate/proto/internal-headers';

/** How long whoever is refused may go on sending. */
const lingerMs = 5_000;

/**
 * For ingress, which knows how its clients read faults. What it still sends is heard: a connection that closes with bytes unread
 * is reset, and takes the refusal along.
 */
export function refuse(request: IncomingMessage, response: ServerResponse, refusal: Fault): void {
  response.writeHead(refusal.status, { [faultHeader]: writeFault(refusal), 'content-length': 0 });
  if (request.complete) {
    response.end();
    return;
  }
  response.flushHeaders();
  const timer = setTimeout(() => response.end(), lingerMs);
  request
    .once('close', () => {
      clearTimeout(timer);
      response.end();
    })
    .resume();
}
