// Upstreams alone speak this style: it has no client's half, and bytes do not pass.
import type { UpstreamCodec } from '../codec.ts';
import { decodeReply } from './decode-reply.ts';
import { createStreamDecoder } from './decode-stream.ts';
import { encodeRequest } from './encode-request.ts';

/** Amazon Bedrock's Converse and ConverseStream. Source: the API reference of the Bedrock runtime. */
export const codec: UpstreamCodec = {
  encodeRequest,
  wantsBytes: () => true,
  decodeReply,
  createStreamDecoder,
};
