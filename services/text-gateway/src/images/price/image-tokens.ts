/** What images count in tokens, where nothing tells otherwise. Source: OpenAI, "Image generation", cost and latency. */
import { readMeasures, resolutionOf } from '../sizes/measures.ts';

/** Of a square of 1024 pixels. */
const squareTokens = new Map([
  ['low', 272],
  ['medium', 1_056],
  ['high', 4_160],
  ['xhigh', 8_320],
  ['max', 16_640],
]);
const squarePixels = 1_048_576;

/** A look at an image that is not finished. */
export const partialImageTokens = 100;

/** The largest that vendors choose by themselves. */
const freePixels = 1_536 * 1_024;
const edges = { '1K': 1_024, '2K': 2_048, '4K': 4_096 };

/** @param usual the quality of one that names none. */
export function imageTokens(size: string | undefined, quality: string | undefined, usual: string): number {
  const tokens = squareTokens.get(quality ?? '') ?? squareTokens.get(usual) ?? 0;
  return Math.ceil((tokens * pixelsOf(size)) / squarePixels);
}

function pixelsOf(size = ''): number {
  const measures = readMeasures(size);
  if (measures) return measures.width * measures.height;
  const resolution = resolutionOf(size);
  return resolution ? edges[resolution] ** 2 : freePixels;
}
