/** Source: OpenAI API reference, "Create embeddings". */
import type { RouteFacts } from '../../dialects/codec.ts';
import type { ClientRequest } from '../../dialects/passage.ts';
import { imageBeginnings } from '../../json/image-bytes.ts';
import { invalid } from '../../json/read.ts';
import { countNumbers } from '../json/count-numbers.ts';
import { openBody } from '../json/open-body.ts';
import { refuseTooLarge } from './refuse-too-large.ts';

/** As Jina takes them, and OpenRouter. */
const images = {
  within: 'input',
  parts: ['image', 'image_url'],
  begins: ['data:image/', ...imageBeginnings],
};

/** Throws a FaultError 400 that names the member at fault. The path may name the model where the body does not. */
export function readRequest(body: Buffer, route: RouteFacts): ClientRequest {
  const { request, read, contentBeside } = openBody(body, route.model, images);
  const input = read('input');
  // What is empty is no vector to anybody, and an answer without one would speak against its upstream.
  if ((typeof input !== 'string' && !Array.isArray(input)) || input.length === 0)
    throw invalid('input', 'you must provide an input');
  refuseTooLarge(read, input);
  const tokens = countNumbers(input);
  const size = { ...contentBeside('input', tokens), choices: 1, maxOutput: 0 };
  return { ...request, stream: false, size, tokens };
}
