import { inputOf, type Usage } from '../../canon/usage.ts';
import type { JsonRecord } from '../../json/read.ts';
import type { EmbeddingReply, EmbeddingRequest } from '../embedding-codec.ts';
import { toBase64 } from '../vector.ts';

export function encodeReply({ vectors, usage }: EmbeddingReply, request: EmbeddingRequest): JsonRecord {
  const data = vectors.map((vector, index) => ({
    object: 'embedding',
    index,
    embedding: request.isBase64 ? toBase64(vector) : vector,
  }));
  return { object: 'list', data, model: request.model, usage: encodeUsage(usage) };
}

/** Clients find the member always; where the upstream has counted nothing it says so with zeros. */
function encodeUsage(usage: Usage | undefined): JsonRecord {
  const tokens = usage ? inputOf(usage) : 0;
  return { prompt_tokens: tokens, total_tokens: tokens };
}
