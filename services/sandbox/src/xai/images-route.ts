import type { PlannedImage } from '../answer/plan.ts';
import { planImages } from '../answer/plan-images.ts';
import { jsonRendering } from '../chat-completions/json-rendering.ts';
import type { Dialect, Identity } from '../exchange/dialect.ts';
import type { Rendering } from '../exchange/exchange.ts';
import { serveDialect } from '../exchange/serve-dialect.ts';
import { asRecord, parseJson } from '../json-record.ts';
import { resultUrl } from '../media/files/result-url.ts';
import { base64Of } from '../openai-images/rendering.ts';
import type { Route } from '../routes.ts';
import { readImages } from './read-images.ts';
import { readKey, vendorHeaders } from './vendor.ts';
import { errorBody, invalid, moderated, refused, statusError, type VendorError } from './vendor-error.ts';

const linkLifeMs = 24 * 3_600_000;

function imagesRoute(isEdit: boolean): Route {
  const xaiImages: Dialect<VendorError> = {
    name: 'xai-images',
    accept(incoming, { media, life }) {
      const key = readKey(incoming);
      if (key === null) return refused(statusError(401));
      const read = readImages(incoming.bytes, isEdit);
      if (read.type === 'refused') return read;
      const { model, prompt, images, form } = read.value;
      const planned = planImages(prompt, images, 0);
      if (planned.type === 'problem') return refused(invalid(planned.message));
      if (planned.type === 'moderated') return refused(moderated);
      const origin = `http://${incoming.headers.host}`;
      return {
        type: 'ok',
        value: {
          // Nothing that is paid for by the picture counts tokens.
          ...{ model, key, isStream: false, plan: { ...planned.plan, inputTokens: 0 } },
          createRendering: (identity) =>
            imageRendering(identity, (image, index) => {
              if (form === 'b64_json') return { b64_json: base64Of(image), revised_prompt: prompt };
              const { width, height, format } = image;
              const id = `image-${identity.number}-${index}`;
              const file = { vendor: 'xai-images', model, id, shape: { width, height, seconds: 0 }, format };
              const url = resultUrl(origin, life, file, media.now() + linkLifeMs);
              return { url, revised_prompt: prompt };
            }),
        },
      };
    },
    modelOf({ bytes }) {
      const model = asRecord(parseJson(bytes.toString()))?.model;
      return typeof model === 'string' ? model : null;
    },
    statusError,
    errorBody,
    headers: vendorHeaders,
  };
  return (context, request, response) => serveDialect(xaiImages, context, request, response);
}

function imageRendering(
  identity: Identity,
  write: (image: PlannedImage, index: number) => object,
): Rendering {
  const rendering: Rendering = {
    ...jsonRendering(identity, null, () => ({})),
    body: (deltas) =>
      JSON.stringify({
        data: deltas.flatMap((delta) => (delta.type === 'image' ? [delta.image] : [])).map(write),
      }),
    error: (status, message) => errorBody(statusError(status, message)),
    withoutUsage: () => rendering,
    headers: vendorHeaders(identity),
  };
  return rendering;
}

/** `POST /vendors/xai/v1/images/generations`. */
export const serveXaiImages = imagesRoute(false);

/** `POST /vendors/xai/v1/images/edits`. */
export const serveXaiEdits = imagesRoute(true);
