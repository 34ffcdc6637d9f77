import type { Fault } from '@headgate/proto/gen/headgate/fault/v1/fault';

/** The event that tells a client, inside a stream, that no more will come: flat, unlike every other error. */
export function encodeErrorFrame({ message, param, code }: Fault): Buffer {
  const event = { type: 'error', code: code ?? null, message, param: param || null, sequence_number: 0 };
  return Buffer.from(`event: error\ndata: ${JSON.stringify(event)}\n\n`);
}
