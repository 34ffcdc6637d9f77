/** Gemini's generateContent and streamGenerateContent. Source: Gemini API reference, "Generating content". */
import type { Codec } from '../codec.ts';
import { decodeReply } from './decode-reply.ts';
import { decodeRequest } from './decode-request.ts';
import { createStreamDecoder } from './decode-stream.ts';
import { encodeReply } from './encode-reply.ts';
import { encodeRequest } from './encode-request.ts';
import { createStreamEncoder } from './encode-stream.ts';
import { isHosted } from './wire/hosting.ts';

export const codec: Codec = {
  name: 'generate-content',
  decodeRequest,
  encodeRequest,
  wantsBytes: ({ source }) => source.kind === 'url' && !isHosted(source.url),
  decodeReply,
  encodeReply,
  createStreamDecoder,
  createStreamEncoder,
};
