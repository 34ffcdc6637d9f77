import type { EmbeddingClient, EmbeddingUpstream } from '../vectors/embedding-codec.ts';
import { decodeReply } from './decode-reply.ts';
import { decodeRequest } from './decode-request.ts';
import { encodeReply } from './encode-reply.ts';
import { encodeRequest } from './encode-request.ts';

export const embedding: EmbeddingClient & EmbeddingUpstream = {
  decodeRequest,
  encodeReply,
  encodeRequest,
  decodeReply,
};
