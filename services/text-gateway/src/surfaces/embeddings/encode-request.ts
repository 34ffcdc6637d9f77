import type { Losses } from '../../canon/losses.ts';
import { compact, type JsonRecord } from '../../json/read.ts';
import type { EmbeddingRequest, EmbeddingService } from '../vectors/embedding-codec.ts';

export function encodeRequest(
  request: EmbeddingRequest,
  { model, service }: EmbeddingService,
  losses: Losses,
): JsonRecord {
  const { texts, dimensions, extras } = request;
  for (const name of extras) losses.drop(name);
  if (texts.some(({ task }) => task !== undefined)) losses.drop('taskType');
  if (texts.some(({ title }) => title !== undefined)) losses.drop('title');
  const input = texts.map(({ text }) => text);
  const { dimensions: name = 'dimensions' } = service ?? {};
  return compact({ model, input, [name]: dimensions, encoding_format: 'float' });
}
