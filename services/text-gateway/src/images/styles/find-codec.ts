import type { WireName } from '../../canon/dialect-name.ts';
import { arkImages } from './ark-images.ts';
import { geminiImages } from './gemini-images.ts';
import type { ImageCodec } from './image-codec.ts';
import { imageEdits } from './image-edits.ts';
import { predict } from './predict.ts';
import { xaiImageEdits, xaiImages } from './xai-images.ts';

const codecs = new Map<WireName, ImageCodec>([
  ['ark-images', arkImages],
  ['generate-content', geminiImages],
  ['image-edits', imageEdits],
  ['predict', predict],
  ['xai-image-edits', xaiImageEdits],
  ['xai-images', xaiImages],
]);

/** How images are asked for in a style; undefined where they are not. */
export function findImageCodec(name: WireName): ImageCodec | undefined {
  return codecs.get(name);
}
