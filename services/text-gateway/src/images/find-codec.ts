import type { WireName } from '../canon/dialect-name.ts';
import type { ImageCodec } from './image-codec.ts';
import { arkImages } from './styles/ark-images.ts';
import { geminiImages } from './styles/gemini-images.ts';
import { imageEdits } from './styles/image-edits.ts';
import { predict } from './styles/predict.ts';
import { xaiImageEdits, xaiImages } from './styles/xai-images.ts';

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
