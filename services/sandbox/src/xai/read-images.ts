import type { PlannedImage } from '../answer/plan.ts';
import { asRecord, parseJson } from '../json-record.ts';
import { isServed } from '../media/decide.ts';
import { sizeOf } from '../media/files/shape.ts';
import { ratios } from './read-film.ts';
import { type Checked, invalid, refused, statusError } from './vendor-error.ts';

export interface ImageRequest {
  model: string;
  prompt: string;
  images: PlannedImage[];
  form: 'url' | 'b64_json';
}

const known = ['model', 'prompt', 'n', 'response_format', 'aspect_ratio', 'resolution', 'user'];

/** Reads what is asked of `POST /v1/images/generations`, or of `/edits`, which comes with a picture. */
export function readImages(bytes: Buffer, isEdit: boolean): Checked<ImageRequest> {
  const body = asRecord(parseJson(bytes.toString()));
  if (!body) return refused(invalid('Failed to parse the request body as JSON.'));
  const {
    model,
    prompt,
    n = 1,
    response_format: form = 'url',
    aspect_ratio: ratio = '1:1',
    resolution = '1k',
  } = body;
  const unknown = Object.keys(body).find((name) => !known.includes(name) && !(isEdit && name === 'image'));
  if (unknown !== undefined) return refused(invalid(`Argument not supported: ${unknown}`));
  if (typeof model !== 'string' || !isServed(model)) {
    return refused(
      statusError(404, `The model ${String(model)} does not exist or your team does not have access to it.`),
    );
  }
  if (typeof prompt !== 'string' || prompt === '') return refused(invalid('prompt is required.'));
  if (!Number.isInteger(n) || Number(n) < 1 || Number(n) > 10)
    return refused(invalid('n must be from 1 to 10.'));
  if (form !== 'url' && form !== 'b64_json')
    return refused(invalid('response_format must be url or b64_json.'));
  if (typeof ratio !== 'string' || !ratios.includes(ratio))
    return refused(invalid('aspect_ratio is not supported.'));
  if (resolution !== '1k' && resolution !== '2k') return refused(invalid('resolution must be 1k or 2k.'));
  if (isEdit && typeof asRecord(body.image)?.url !== 'string')
    return refused(invalid('image.url is required.'));
  const size = sizeOf(ratio, resolution);
  const image: PlannedImage = { ...size, format: 'jpeg', tokens: 0, isPartial: false };
  return {
    type: 'ok',
    value: { model, prompt, form, images: Array.from({ length: Number(n) }, () => image) },
  };
}
