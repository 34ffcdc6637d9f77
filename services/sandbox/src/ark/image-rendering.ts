import type { Usage } from '../answer/meter.ts';
import type { PlannedImage } from '../answer/plan.ts';
import type { Delta } from '../answer/produce.ts';
import type { Identity } from '../exchange/dialect.ts';
import type { Frame, Rendering } from '../exchange/exchange.ts';
import { sseFrame } from '../exchange/sse.ts';
import type { JsonRecord } from '../json-record.ts';
import { base64Of } from '../openai-images/rendering.ts';
import type { ImageRequest } from './image-request.ts';
import { statusError } from './status-error.ts';
import { requestIdOf, vendorHeaders } from './vendor.ts';
import { errorBody } from './vendor-error.ts';

export interface ImageShape {
  asked: ImageRequest;
  urlOf(image: PlannedImage, index: number): string;
}

const unwanted = {
  code: 'OutputImageSensitiveContentDetected',
  message: 'The request failed because the output image may contain sensitive information.',
};

/** Writes pictures, whole or as events. `usage` is null for an answer without. */
export function imageRendering(
  identity: Identity,
  { asked, urlOf }: ImageShape,
  usage: (() => Usage) | null,
): Rendering {
  const { model, form } = asked;
  const about = { model, created: identity.created };
  let made = 0;
  const counts = () => usage && { usage: usageJson(usage(), made) };
  const error = (status: number, message?: string) =>
    errorBody(statusError(status, message), requestIdOf(identity));
  const dataOf = (image: PlannedImage, index: number): JsonRecord => ({
    ...(form === 'url' ? { url: urlOf(image, index) } : { b64_json: base64Of(image) }),
    size: `${image.width}x${image.height}`,
  });
  const failures = () => Array.from({ length: asked.images.length - made }, () => ({ error: unwanted }));
  return {
    streamType: 'text/event-stream; charset=utf-8',
    body(deltas) {
      const images = deltas.flatMap((delta) => (delta.type === 'image' ? [delta.image] : []));
      made = images.length;
      return JSON.stringify({ ...about, data: [...images.map(dataOf), ...failures()], ...counts() });
    },
    *frames(deltas: Iterable<Delta>): Generator<Frame> {
      for (const delta of deltas) {
        if (delta.type !== 'image') continue;
        const type = 'image_generation.partial_succeeded';
        const json = { type, ...about, image_index: made, ...dataOf(delta.image, made) };
        made += 1;
        yield { type: 'piece', text: sseFrame(type, JSON.stringify(json)), deltas: [delta] };
      }
      for (const [index, { error: failure }] of failures().entries()) {
        const type = 'image_generation.partial_failed';
        const json = { type, ...about, image_index: made + index, error: failure };
        yield { type: 'block', text: sseFrame(type, JSON.stringify(json)), deltas: [] };
      }
      const type = 'image_generation.completed';
      yield {
        type: 'finish',
        text: sseFrame(type, JSON.stringify({ type, ...about, ...counts() })),
        deltas: [],
      };
      yield { type: 'done', text: 'data: [DONE]\n\n', deltas: [] };
    },
    error,
    errorFrame: () => sseFrame('error', error(500)),
    garbageFrame: 'event: image_generation.partial_succeeded\ndata: <garbage\u0000\ufffd>\n\n',
    withoutUsage: () => imageRendering(identity, { asked, urlOf }, null),
    headers: vendorHeaders(identity),
  };
}

function usageJson({ outputTokens }: Usage, images: number): JsonRecord {
  return { generated_images: images, output_tokens: outputTokens, total_tokens: outputTokens };
}
