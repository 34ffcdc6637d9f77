import type { Fault } from '@headgate/proto/gen/headgate/fault/v1/fault';
import { googleStatusOf } from '@headgate/proto/google-status';

/** The frame that tells a client, inside a stream, that no more will come: a number for a code makes the SDK throw. */
export function encodeErrorFrame({ message, status, type }: Fault): Buffer {
  const error = { code: status, message, status: googleStatusOf(status), type };
  return Buffer.from(`data: ${JSON.stringify({ error })}\n\n`);
}
