import { invalid, optionalWhole, readRecord, readWord } from '../../json/read.ts';
import type { EmbeddingRequest } from '../vectors/embedding-codec.ts';

const known = new Set(['model', 'input', 'dimensions', 'encoding_format']);

export function decodeRequest(value: unknown, model: string): EmbeddingRequest {
  const body = readRecord(value, '');
  const format = readWord(body.encoding_format ?? 'float', 'encoding_format', ['float', 'base64']);
  const extras = Object.keys(body).filter((name) => !known.has(name) && body[name] !== null);
  return {
    model,
    texts: readTexts(body.input),
    dimensions: optionalWhole(body.dimensions, 'dimensions'),
    isBase64: format === 'base64',
    extras,
  };
}

/** Token numbers mean something to one vocabulary alone. */
function readTexts(input: unknown): EmbeddingRequest['texts'] {
  const all: unknown[] = Array.isArray(input) ? input : [input];
  return all.map((text) => {
    if (typeof text !== 'string')
      throw invalid('input', 'other than texts is only served by an upstream of the same protocol');
    return { text };
  });
}
