import type { ClientCodec } from '../../dialects/codec.ts';
import { decodeRequest } from './decode-request.ts';
import { encodeReply } from './encode-reply.ts';
import { createStreamEncoder } from './encode-stream.ts';

/** Clients alone: an upstream that takes completions takes chat completions as well. */
export const codec: ClientCodec = { decodeRequest, encodeReply, createStreamEncoder };
