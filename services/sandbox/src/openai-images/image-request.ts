import { isGpt, isLargeGpt } from './model.ts';

/** What one request for pictures asks, all defaults filled in. */
export interface ImageRequest {
  model: string;
  prompt: string;
  count: number;
  width: number;
  height: number;
  quality: string;
  background: string;
  format: 'png' | 'jpeg' | 'webp';
  /** How a picture is handed over. */
  form: 'url' | 'b64_json';
  partialImages: number;
  isStream: boolean;
  /** Pictures that came with it. */
  inputImages: number;
}

/** Image tokens of a square of 1024 pixels, by quality. */
const squareTokens: Record<string, number> = {
  low: 272,
  medium: 1_056,
  high: 4_160,
  xhigh: 8_320,
  max: 16_640,
};

export const tokensPerPartialImage = 100;

/** What a picture counts: by its area. Models that are paid for by the picture count nothing. */
export function imageTokens({ model, quality, width, height }: ImageRequest): number {
  if (!isGpt(model)) return 0;
  return Math.ceil(((squareTokens[quality] ?? 0) * width * height) / 1_048_576);
}

const squares = ['256x256', '512x512', '1024x1024'];
const wide = ['1024x1024', '1792x1024', '1024x1792'];
const gptSizes = ['1024x1024', '1536x1024', '1024x1536', 'auto'];

/** Why a model does not make pictures of that size; null when it does. */
export function sizeProblem(model: string, size: string): string | null {
  if (isLargeGpt(model) && size !== 'auto') return largeSizeProblem(size);
  const supported = isGpt(model) ? gptSizes : model === 'dall-e-3' ? wide : squares;
  if (supported.includes(size)) return null;
  return `Invalid value: '${size}'. Supported values are: ${supported.map((word) => `'${word}'`).join(', ')}.`;
}

function largeSizeProblem(size: string): string | null {
  const [, width, height] = (/^(\d+)x(\d+)$/.exec(size) ?? []).map(Number);
  if (width === undefined || height === undefined) return `Invalid size '${size}'. Expected WIDTHxHEIGHT.`;
  if (width % 16 !== 0 || height % 16 !== 0) return 'Width and height must be divisible by 16.';
  if (Math.max(width, height) > 3_840) return 'The longest edge must be at most 3840 pixels.';
  if (Math.max(width, height) > 3 * Math.min(width, height)) return 'The aspect ratio must be at most 3:1.';
  const pixels = width * height;
  if (pixels >= 655_360 && pixels <= 8_294_400) return null;
  return 'The number of pixels must be between 655360 and 8294400.';
}
