/** What a size says, in pixels or in words of other vendors. */
export interface Measures {
  width: number;
  height: number;
}

const pixels = /^([1-9]\d{0,4})x([1-9]\d{0,4})$/;

/** `1024x768` in pixels; undefined for what is no such size. */
export function readMeasures(size: string): Measures | undefined {
  const [, width, height] = pixels.exec(size) ?? [];
  return width === undefined ? undefined : { width: Number(width), height: Number(height) };
}

/** How large an image is, as some vendors say it, and the least pixels of each. */
export const resolutions = ['1K', '2K', '4K'] as const;
export type Resolution = (typeof resolutions)[number];

export function isResolution(word: string): boolean {
  return resolutions.some((resolution) => resolution === word);
}

/** Between the largest preset of one resolution and the smallest of the next. */
const most1k = 2_100_000;
const most2k = 5_000_000;

/** Undefined for what tells no resolution: a ratio, or nothing. */
export function resolutionOf(size: string): Resolution | undefined {
  const word = resolutions.find((resolution) => resolution === size);
  if (word) return word;
  const measures = readMeasures(size);
  if (!measures) return undefined;
  const area = measures.width * measures.height;
  if (area <= most1k) return '1K';
  return area <= most2k ? '2K' : '4K';
}

/** What an answer says of the size of its images, whatever that is; undefined for what tells no resolution. */
export function readSaidSize(size: unknown): string | undefined {
  return typeof size === 'string' && resolutionOf(size) !== undefined ? size : undefined;
}

/** Presets are cut to multiples of 8 and 16, and then are no exact ratios. */
const tolerance = 0.02;

/** The one of these ratios that a size has; undefined where it has none of them. */
export function ratioOf(size: string, ratios: readonly string[]): string | undefined {
  if (ratios.includes(size)) return size;
  const measures = readMeasures(size);
  if (!measures) return undefined;
  const shape = measures.width / measures.height;
  return ratios.find((ratio) => {
    const [across = 1, down = 1] = ratio.split(':').map(Number);
    return Math.abs(shape / (across / down) - 1) <= tolerance;
  });
}
