import { planImages } from '../answer/plan-images.ts';
import type { Dialect } from '../exchange/dialect.ts';
import { serveDialect } from '../exchange/serve-dialect.ts';
import { asRecord, parseJson } from '../json-record.ts';
import { resultUrl } from '../media/files/result-url.ts';
import type { Route } from '../routes.ts';
import { imageRendering } from './image-rendering.ts';
import { readImageRequest } from './image-request.ts';
import { moderated, statusError } from './status-error.ts';
import { authorize, requestIdOf, vendorHeaders } from './vendor.ts';
import { errorBody, invalid, refused, type VendorError } from './vendor-error.ts';

const linkLifeMs = 24 * 3_600_000;

const arkImages: Dialect<VendorError> = {
  name: 'ark-images',
  accept(incoming, { media, life }) {
    const opened = authorize(incoming);
    if ('error' in opened) return refused(opened.error);
    const read = readImageRequest(incoming);
    if (read.type === 'refused') return read;
    const { model, prompt, images, inputImages, isStream } = read.value;
    const planned = planImages(prompt, images, inputImages);
    if (planned.type === 'problem') return refused(invalid('prompt', planned.message));
    if (planned.type === 'moderated') return refused(moderated);
    return {
      type: 'ok',
      value: {
        ...{ model, isStream, plan: planned.plan, key: opened.key },
        createRendering(identity, meter) {
          const origin = `http://${incoming.headers.host}`;
          const urlOf = ({ width, height, format }: (typeof images)[number], index: number): string => {
            const shape = { width, height, seconds: 0 };
            const file = {
              vendor: 'ark-images',
              model,
              id: `image-${identity.number}-${index}`,
              shape,
              format,
            };
            return resultUrl(origin, life, file, media.now() + linkLifeMs);
          };
          return imageRendering(identity, { asked: read.value, urlOf }, () => meter.usage());
        },
      },
    };
  },
  modelOf({ bytes }) {
    const model = asRecord(parseJson(bytes.toString()))?.model;
    return typeof model === 'string' ? model : null;
  },
  statusError,
  errorBody: (error, identity) => errorBody(error, requestIdOf(identity)),
  headers: vendorHeaders,
};

/** `POST /api/v3/images/generations`: Seedream. */
export const serveArkImages: Route = (context, request, response) =>
  serveDialect(arkImages, context, request, response);
