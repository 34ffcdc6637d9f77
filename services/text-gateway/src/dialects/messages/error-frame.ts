import type { Fault } from '@headgate/proto/gen/headgate/fault/v1/fault';

/** The event that tells a client, inside a stream, that no more will come. The Anthropic SDK throws on it. */
export function encodeErrorFrame({ message, code }: Fault): Buffer {
  const error = { type: 'error', error: { type: 'api_error', message, code: code ?? null } };
  return Buffer.from(`event: error\ndata: ${JSON.stringify(error)}\n\n`);
}
