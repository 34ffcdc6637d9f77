import { planImages } from '../answer/plan-images.ts';
import { authorize, keyOf } from '../chat-completions/authorize.ts';
import { openRequest } from '../chat-completions/open-request.ts';
import { type Checked, invalid, refused } from '../chat-completions/vendor-error.ts';
import { vendorRoute } from '../chat-completions/vendor-route.ts';
import type { Accepted, Incoming } from '../exchange/dialect.ts';
import { resultUrl } from '../media/files/result-url.ts';
import type { SandboxContext } from '../sandbox.ts';
import { type ImageRequest, imageTokens, tokensPerPartialImage } from './image-request.ts';
import { readEdit } from './read-edit.ts';
import { readParameters } from './read-parameters.ts';
import { type ImageShape, imageRendering } from './rendering.ts';

/** `POST /v1/images/generations`. */
export const serveImages = vendorRoute('image-generations', (incoming, context) => {
  const opened = openRequest(incoming, 'dall-e-2');
  if (opened.type === 'refused') return opened;
  const read = readParameters(opened.value.model, opened.value.body, []);
  if (read.type === 'refused') return read;
  return accept({ ...read.value, inputImages: 0 }, 'image_generation', incoming, context);
});

/** `POST /v1/images/edits`. */
export const serveEdits = vendorRoute('image-edits', (incoming, context) => {
  const error = authorize(incoming.headers.authorization);
  if (error) return refused(error);
  const read = readEdit(incoming);
  return read.type === 'refused' ? read : accept(read.value, 'image_edit', incoming, context);
});

const urlLifeMs = 60 * 60_000;

function accept(
  asked: ImageRequest,
  prefix: ImageShape['prefix'],
  { headers }: Incoming,
  { media, life }: SandboxContext,
): Checked<Accepted> {
  const { model, prompt, count, format, width, height, partialImages, isStream, inputImages } = asked;
  const image = { format, width, height, tokens: imageTokens(asked), isPartial: false };
  const partial = { ...image, tokens: tokensPerPartialImage, isPartial: true };
  const partials = Array.from({ length: isStream ? partialImages : 0 }, () => partial);
  const images = Array.from({ length: count }, () => [...partials, image]).flat();
  const planned = planImages(prompt, images, inputImages);
  if (planned.type === 'problem') return refused(invalid(planned.message, 'prompt'));
  if (planned.type === 'moderated') {
    const message = 'Your request was rejected by the safety system.';
    return refused({ ...invalid(message, null, 'moderation_blocked'), type: 'image_generation_user_error' });
  }
  return {
    type: 'ok',
    value: {
      model,
      isStream,
      plan: planned.plan,
      key: keyOf(headers.authorization) ?? '',
      createRendering(identity, meter) {
        const urlOf: ImageShape['urlOf'] = (_image, index) => {
          const shape = { width, height, seconds: 0 };
          const file = {
            vendor: 'openai-images',
            model,
            id: `img-${identity.number}-${index}`,
            shape,
            format,
          };
          return resultUrl(`http://${headers.host}`, life, file, media.now() + urlLifeMs);
        };
        return imageRendering(identity, { asked, prefix, urlOf }, (pending) => meter.usage(pending));
      },
    },
  };
}
