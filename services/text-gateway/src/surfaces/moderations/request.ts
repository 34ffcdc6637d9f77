/** Source: OpenAI API reference, "Create moderation". */
import type { ClientRequest } from '../../dialects/passage.ts';
import { invalid } from '../../json/read.ts';
import { openBody } from '../json/open-body.ts';

/** The vendor's own. */
const defaultModel = 'omni-moderation-latest';
const images = { within: 'input', parts: ['image_url'], begins: ['data:image/'] };

/** Throws a FaultError 400 that names the member at fault. */
export function readRequest(body: Buffer): ClientRequest {
  const { request, read, content } = openBody(body, defaultModel, images);
  const input = read('input');
  if (typeof input !== 'string' && !Array.isArray(input)) throw invalid('input', 'you must provide an input');
  return { ...request, stream: false, size: { ...content, choices: 1, maxOutput: 0 } };
}
