import type { Fault } from '@headgate/proto/gen/headgate/fault/v1/fault';
import { messagesErrorOf } from '@headgate/proto/messages-error';

/** The event that tells a client, inside a stream, that no more will come. The Anthropic SDK throws on it. */
export function encodeErrorFrame(fault: Fault): Buffer {
  const error = { type: 'error', error: messagesErrorOf(fault) };
  return Buffer.from(`event: error\ndata: ${JSON.stringify(error)}\n\n`);
}
