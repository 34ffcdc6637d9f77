import { isRecord, readArray, readRecord } from '../../json/read.ts';
import { countInput } from '../json/count-input.ts';
import type { EmbeddingReply } from '../vectors/embedding-codec.ts';
import { readVector } from '../vectors/vector.ts';

export function decodeReply(body: unknown): EmbeddingReply {
  const { data, usage } = readRecord(body, '');
  const items = readArray(data, 'data').filter(isRecord);
  const inOrder = items.toSorted((one, other) => Number(one.index ?? 0) - Number(other.index ?? 0));
  return { vectors: inOrder.map(({ embedding }) => readVector(embedding)), usage: countInput(usage) };
}
