import type { PlannedImage } from '../answer/plan.ts';
import type { Incoming } from '../exchange/dialect.ts';
import { asRecord, parseJson } from '../json-record.ts';
import { isServed } from '../media/decide.ts';
import { readSize } from '../media/files/shape.ts';
import { unknownModel } from './status-error.ts';
import { type Checked, invalid, missing, refused } from './vendor-error.ts';

/** What one request for pictures asks. */
export interface ImageRequest {
  model: string;
  prompt: string;
  images: PlannedImage[];
  form: 'url' | 'b64_json';
  isStream: boolean;
  inputImages: number;
}

const squares: Record<string, number> = { '1K': 1_024, '2K': 2_048, '4K': 4_096 };
/** A picture counts its pixels by 256. */
const pixelsPerToken = 256;
const mostImages = 15;

/** Reads what `POST /api/v3/images/generations` asks for. */
export function readImageRequest({ bytes }: Incoming): Checked<ImageRequest> {
  const body = asRecord(parseJson(bytes.toString()));
  if (!body) return refused(invalid('body', 'it is not JSON.'));
  const { model, prompt, size = '2K', response_format: form = 'url', stream = false } = body;
  if (typeof model !== 'string' || model === '') return refused(missing('model'));
  if (!isServed(model)) return refused(unknownModel(model));
  if (typeof prompt !== 'string' || prompt === '') return refused(missing('prompt'));
  const measures = typeof size === 'string' ? sizeOf(size) : null;
  if (!measures) return refused(invalid('size', 'it must be 1K, 2K, 4K or WIDTHxHEIGHT.'));
  const pixels = measures.width * measures.height;
  if (pixels < 921_600 || pixels > 16_777_216) {
    return refused(invalid('size', 'the image must have from 921600 to 16777216 pixels.'));
  }
  if (form !== 'url' && form !== 'b64_json')
    return refused(invalid('response_format', 'it must be url or b64_json.'));
  if (body.watermark !== undefined && typeof body.watermark !== 'boolean')
    return refused(invalid('watermark', 'it must be a boolean.'));
  if (typeof stream !== 'boolean') return refused(invalid('stream', 'it must be a boolean.'));
  const inputImages = countInput(body.image);
  if (inputImages === null) return refused(invalid('image', 'each must be an address or data, 14 at most.'));
  const sequential = body.sequential_image_generation ?? 'disabled';
  if (sequential !== 'auto' && sequential !== 'disabled') {
    return refused(invalid('sequential_image_generation', 'it must be auto or disabled.'));
  }
  const most = asRecord(body.sequential_image_generation_options)?.max_images ?? mostImages;
  if (!Number.isInteger(most) || Number(most) < 1 || Number(most) > mostImages) {
    return refused(invalid('sequential_image_generation_options.max_images', 'it must be from 1 to 15.'));
  }
  const image: PlannedImage = {
    ...{ format: 'jpeg', isPartial: false },
    ...measures,
    tokens: Math.ceil(pixels / pixelsPerToken),
  };
  const images = Array.from({ length: sequential === 'auto' ? Number(most) : 1 }, () => image);
  return { type: 'ok', value: { model, prompt, images, form, isStream: stream, inputImages } };
}

function sizeOf(size: string): { width: number; height: number } | null {
  const side = squares[size];
  return side === undefined ? readSize(size) : { width: side, height: side };
}

function countInput(image: unknown): number | null {
  const given: unknown[] = image === undefined ? [] : Array.isArray(image) ? image : [image];
  const isPicture = (url: unknown): boolean =>
    typeof url === 'string' && /^(https?:\/\/|data:image\/)/.test(url);
  return given.length <= 14 && given.every(isPicture) ? given.length : null;
}
