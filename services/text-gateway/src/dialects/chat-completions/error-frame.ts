import type { Fault } from '@headgate/proto/gen/headgate/fault/v1/fault';

/** The frame that tells a client, inside a stream, that no more will come. The OpenAI SDK throws on it. */
export function encodeErrorFrame({ message, type, param, code }: Fault): Buffer {
  return Buffer.from(`data: ${JSON.stringify({ error: { message, type, param, code: code ?? null } })}\n\n`);
}
