import { inputOf, type Usage } from '../../canon/usage.ts';
import type { JsonRecord } from '../../json/read.ts';
import type { EmbeddingReply, EmbeddingRequest } from '../vectors/embedding-codec.ts';
import { toBase64 } from '../vectors/vector.ts';

export function encodeReply(
  { vectors, usage }: EmbeddingReply & { usage: Usage },
  request: EmbeddingRequest,
): JsonRecord {
  const data = vectors.map((vector, index) => ({
    object: 'embedding',
    index,
    embedding: request.isBase64 ? toBase64(vector) : vector,
  }));
  const tokens = inputOf(usage);
  const counts = { prompt_tokens: tokens, total_tokens: tokens };
  return { object: 'list', data, model: request.model, usage: counts };
}
