/** Source: Gemini API reference, "Embeddings", `models.embedContent`. */
import type { RouteFacts } from '../../dialects/codec.ts';
import { contentParts } from '../../dialects/generate-content/wire/content-parts.ts';
import type { ClientRequest } from '../../dialects/passage.ts';
import { invalid, isRecord } from '../../json/read.ts';
import { openBody } from '../json/open-body.ts';
import { resourceOf } from './resource.ts';

const images = { within: 'content', ...contentParts };

/** The path names the model, and the body may. Throws a FaultError 400 that names the member at fault. */
export function readRequest(body: Buffer, { model }: RouteFacts): ClientRequest {
  const { request, read, content } = openBody(body, model, images);
  if (!isRecord(read('content'))) throw invalid('content', 'must be an object');
  const isNamed = read('model') !== undefined;
  return {
    body,
    model,
    stream: false,
    size: { ...content, choices: 1, maxOutput: 0 },
    // What the body calls the model must be what the path does.
    passTo: (target) =>
      isNamed ? request.passTo({ ...target, model: resourceOf(target.model) }) : { body, dropUsage: false },
  };
}
