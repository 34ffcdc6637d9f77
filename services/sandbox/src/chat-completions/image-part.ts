import type { PlannedImage } from '../answer/plan.ts';
import { base64Of } from '../openai-images/rendering.ts';

/**
 * A picture beside what is said, as services that draw in this dialect write it.
 * Source: OpenRouter documentation, "Image Generation".
 */
export function imagePart(image: PlannedImage): object {
  return { type: 'image_url', image_url: { url: `data:image/${image.format};base64,${base64Of(image)}` } };
}
