import type { Usage } from '../answer/meter.ts';
import type { PlannedImage } from '../answer/plan.ts';
import type { Delta } from '../answer/produce.ts';
import { jsonRendering } from '../chat-completions/json-rendering.ts';
import { statusError } from '../chat-completions/status-error.ts';
import { errorBody } from '../chat-completions/vendor-error.ts';
import type { Identity } from '../exchange/dialect.ts';
import type { Frame, Rendering } from '../exchange/exchange.ts';
import { sseFrame } from '../exchange/sse.ts';
import type { JsonRecord } from '../json-record.ts';
import { pictureBytes } from '../media/files/picture.ts';
import type { ImageRequest } from './image-request.ts';
import { isGpt } from './model.ts';

export interface ImageShape {
  asked: ImageRequest;
  /** What the events of a stream begin with. */
  prefix: 'image_generation' | 'image_edit';
  urlOf(image: PlannedImage, index: number): string;
}

type Count = (pending: readonly Delta[]) => Usage;

/** Writes pictures, whole or as events. `usage` is null for an answer without. */
export function imageRendering(identity: Identity, shape: ImageShape, usage: Count | null): Rendering {
  const { asked, prefix } = shape;
  const { quality, background, format, width, height } = asked;
  const about = { background, output_format: format, quality, size: `${width}x${height}` };
  const counts = (pending: readonly Delta[]) =>
    usage && isGpt(asked.model) && { usage: usageJson(usage(pending)) };
  return {
    ...jsonRendering(identity, null, () => ({})),
    streamType: 'text/event-stream; charset=utf-8',
    body(deltas) {
      const data = imagesOf(deltas).map((image, index) => dataJson(shape, image, index));
      const told = isGpt(asked.model) ? about : {};
      return JSON.stringify({ created: identity.created, data, ...told, ...counts([]) });
    },
    *frames(deltas: Iterable<Delta>): Generator<Frame> {
      let partials = 0;
      for (const delta of deltas) {
        if (delta.type !== 'image') continue;
        const { isPartial } = delta.image;
        const type = `${prefix}.${isPartial ? 'partial_image' : 'completed'}`;
        const json = { type, b64_json: base64Of(delta.image), created_at: identity.created, ...about };
        const rest = isPartial ? { partial_image_index: partials } : counts([delta]);
        partials = isPartial ? partials + 1 : 0;
        const text = sseFrame(type, JSON.stringify({ ...json, ...rest }));
        yield { type: isPartial ? 'piece' : 'finish', text, deltas: [delta] };
      }
    },
    errorFrame() {
      const { error } = JSON.parse(errorBody(statusError(500)));
      return sseFrame('error', JSON.stringify({ type: 'error', error }));
    },
    garbageFrame: `event: ${prefix}.partial_image\ndata: <garbage\u0000\ufffd>\n\n`,
    withoutUsage: () => imageRendering(identity, shape, null),
  };
}

function imagesOf(deltas: Delta[]): PlannedImage[] {
  return deltas.flatMap((delta) => (delta.type === 'image' && !delta.image.isPartial ? [delta.image] : []));
}

function dataJson({ asked, urlOf }: ImageShape, image: PlannedImage, index: number): JsonRecord {
  const { model, prompt, form } = asked;
  return {
    ...(form === 'url' ? { url: urlOf(image, index) } : { b64_json: base64Of(image) }),
    ...(model === 'dall-e-3' && { revised_prompt: prompt }),
  };
}

export function base64Of({ format, width, height }: PlannedImage): string {
  return pictureBytes(format, { width, height }).toString('base64');
}

function usageJson(usage: Usage): JsonRecord {
  const { inputTokens, inputImageTokens = 0, outputTokens, outputImageTokens = 0 } = usage;
  return {
    input_tokens: inputTokens,
    input_tokens_details: { image_tokens: inputImageTokens, text_tokens: inputTokens - inputImageTokens },
    output_tokens: outputTokens,
    output_tokens_details: { image_tokens: outputImageTokens, text_tokens: outputTokens - outputImageTokens },
    total_tokens: inputTokens + outputTokens,
  };
}
