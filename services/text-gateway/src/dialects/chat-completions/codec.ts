import type { Codec } from '../codec.ts';
import { decodeReply } from './decode-reply.ts';
import { decodeRequest } from './decode-request.ts';
import { createStreamDecoder } from './decode-stream.ts';
import { encodeReply } from './encode-reply.ts';
import { encodeRequest } from './encode-request.ts';
import { createStreamEncoder } from './encode-stream.ts';

export const codec: Codec = {
  name: 'chat-completions',
  decodeRequest,
  encodeRequest,
  wantsBytes: ({ kind }) => kind === 'file',
  decodeReply,
  encodeReply,
  createStreamDecoder,
  createStreamEncoder,
};
