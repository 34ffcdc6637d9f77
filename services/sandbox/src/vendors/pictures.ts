import type { Plan } from '../answer/plan.ts';
import { type Pictures, readPictures, withPictures } from '../generate-content/plan-pictures.ts';
import type { Checked } from '../generate-content/vendor-error.ts';
import { asRecord, type JsonRecord } from '../json-record.ts';
import type { Rule } from './vendor.ts';

/** Refuses pictures of models that draw none, and measures that there are none of. */
export const onlyKnownPictures: Rule = (body) => {
  const read = readAsked(body);
  return read.type === 'refused' ? read.error.message : null;
};

/**
 * The plan with the picture that was asked for, as Google's models draw it.
 * Source: OpenRouter documentation, "Image Generation": `modalities`, `image_config`.
 */
export function drawnPictures(plan: Plan, body: JsonRecord): Plan {
  const read = readAsked(body);
  return read.type === 'ok' ? withPictures(plan, read.value) : plan;
}

function readAsked({ model, modalities, image_config: config }: JsonRecord): Checked<Pictures | null> {
  const asked: unknown[] = Array.isArray(modalities) ? modalities : ['text'];
  const { aspect_ratio: aspectRatio, image_size: imageSize } = asRecord(config) ?? {};
  return readPictures(String(model), {
    responseModalities: asked.map((modality) => String(modality).toUpperCase()),
    imageConfig: { aspectRatio, imageSize },
  });
}
