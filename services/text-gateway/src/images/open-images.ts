import type { ImageTerms } from '../catalog/image-terms.ts';
import type { ClientRequest, RequestSize } from '../dialects/passage.ts';
import { createImageTap } from './answer/image-tap.ts';
import { readAnswer } from './answer/read-answer.ts';
import type { ImageJob, ImageOrder } from './image-order.ts';
import { imageTokens, partialImageTokens } from './price/image-tokens.ts';
import { meterAsked } from './price/made-images.ts';
import { resolvePrice } from './price/resolve-price.ts';
import { type ImageAsk, readAsk } from './request/image-ask.ts';
import type { ImageBody } from './request/image-body.ts';
import { resolutionOf } from './sizes/measures.ts';
import { resolveSize } from './sizes/resolve-size.ts';
import { servedResolution } from './sizes/served-resolution.ts';

/** In `variant` of a model's row: it answers with addresses or with bytes, whatever a client asks for. */
const ownFormat = 'own-format';

/** A request for images. Throws a FaultError 400 that names the member at fault. */
export function openImages(content: ImageBody, event: ImageJob['event']): ClientRequest {
  const { body, model, pictures, mask, markup } = content;
  const ask: ImageAsk = { ...readAsk(content.read), pictures, mask, markup };
  const request: ClientRequest = {
    body,
    model,
    stream: ask.stream,
    size: sizeOf(content, ask),
    orderFor: (terms) => order(content, ask, terms, event),
    passTo: ({ model: upstreamModel }) => {
      const edits = upstreamModel === model ? [] : [['model', upstreamModel] as const];
      return { ...content.write(new Map(edits)), dropUsage: false };
    },
  };
  return request;
}

function order(content: ImageBody, given: ImageAsk, terms: ImageTerms, event: ImageJob['event']): ImageOrder {
  const { media, prices, isWriter } = terms;
  const isFormTheirs = media?.variant === ownFormat;
  const ask = isFormTheirs ? { ...given, form: undefined } : given;
  const size = resolveSize(ask.size, media);
  const resolution = servedResolution(resolutionOf(size ?? ''), media?.imageSizes ?? []);
  const isAfterPicture = ask.pictures.length > 0;
  const resolved = resolvePrice({ size, quality: ask.quality, resolution, isAfterPicture }, prices);
  const { members, mustConvert, otherFiles } = content;
  const job: ImageJob = { ask, resolved, terms, event, mustConvert, otherFiles, members };
  const metered = meterAsked(job, ask.count);
  const tokens =
    imageTokens(resolved.size, resolved.quality, 'high') + ask.partialImages * partialImageTokens;
  return {
    job,
    size: { ...sizeOf(content, ask), metered, ...(!isWriter && { pictureTokens: tokens }) },
    readWhole: (bytes, model) => readAnswer(bytes, model, job),
    createTap: () => createImageTap(job),
    passTo: (target) => {
      const edits = new Map<string, string | undefined>();
      if (target.model !== content.model) edits.set('model', target.model);
      if (resolved.size !== ask.size) edits.set('size', resolved.size);
      if (resolved.quality !== ask.quality) edits.set('quality', resolved.quality);
      if (isFormTheirs && given.form !== undefined) edits.set('response_format', undefined);
      return { ...content.write(edits), dropUsage: false };
    },
  };
}

function sizeOf({ textBytes, pictures, mask, markup }: ImageBody, { count }: ImageAsk): RequestSize {
  const imageParts = pictures.length + (mask ? 1 : 0) + (markup ? 1 : 0);
  return { textBytes, imageParts, choices: count, maxOutput: undefined };
}
