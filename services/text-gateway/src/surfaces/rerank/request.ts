/** Source: Jina's and Cohere's API references, "Rerank". */
import { fromTotals } from '../../canon/usage.ts';
import { countBySize } from '../../counting/count-input.ts';
import type { ClientRequest } from '../../dialects/passage.ts';
import { invalid, isRecord } from '../../json/read.ts';
import { openBody } from '../json/open-body.ts';

/** Throws a FaultError 400 that names the member at fault. */
export function readRequest(body: Buffer): ClientRequest {
  const { request, read, content } = openBody(body);
  const query = read('query');
  const documents = read('documents');
  // Models that read images take a query of either.
  if (query === '' || (typeof query !== 'string' && !isRecord(query)))
    throw invalid('query', 'you must provide a query');
  if (!Array.isArray(documents) || documents.length === 0)
    throw invalid('documents', 'you must provide documents');
  // The query is read again with each document.
  const queryBytes = Buffer.byteLength(JSON.stringify(query));
  const readBytes = content.textBytes + queryBytes * (documents.length - 1);
  const calls = Math.ceil(documents.length / documentsPerSearch);
  const size = { ...content, textBytes: readBytes, choices: 1, maxOutput: 0, calls };
  return {
    ...request,
    stream: false,
    size,
    // Xinference and others count nothing.
    estimate: fromTotals({ input: countBySize({ size }), output: 0 }),
  };
}

/** Cohere counts another search for each further hundred, and long documents as several: those are known to it alone. */
const documentsPerSearch = 100;
