/** Source: Gemini API reference, "Embeddings", `models.batchEmbedContents`. */
import type { RouteFacts } from '../../dialects/codec.ts';
import { contentParts } from '../../dialects/generate-content/wire/content-parts.ts';
import type { ClientRequest } from '../../dialects/passage.ts';
import { sizeOfContent } from '../../dialects/size-of-content.ts';
import { invalid, isRecord, type JsonRecord } from '../../json/read.ts';
import { readScanned, scanBody } from '../../json/scan-body.ts';
import { splice } from '../../json/splice.ts';
import { resourceOf } from '../embed-content/resource.ts';

const images = { within: 'requests', ...contentParts };

/** The path names the model, and each request may. Throws a FaultError 400 that names the member at fault. */
export function readRequest(body: Buffer, { model }: RouteFacts): ClientRequest {
  const scanned = scanBody(body, images);
  const given = readScanned(body, scanned, 'requests');
  // One request stands for a list of one.
  const requests = isRecord(given) && isRecord(given.content) ? [given] : given;
  if (!Array.isArray(requests) || requests.length === 0 || !requests.every(isRecord))
    throw invalid('requests', 'must be an array of requests');
  return {
    body,
    model,
    stream: false,
    size: { ...sizeOfContent(body, scanned), choices: 1, maxOutput: 0 },
    passTo: (target) => {
      const renamed = rename(requests, resourceOf(target.model));
      const edits = renamed ? [['requests', JSON.stringify(renamed)] as const] : [];
      return { body: splice(body, scanned, new Map(edits)), dropUsage: false };
    },
  };
}

/** What a request calls the model must be what the path does; undefined where all do. */
function rename(requests: readonly JsonRecord[], resource: string): JsonRecord[] | undefined {
  const isOther = ({ model }: JsonRecord): boolean => model !== undefined && model !== resource;
  if (!requests.some(isOther)) return undefined;
  return requests.map((request) => (isOther(request) ? { ...request, model: resource } : request));
}
