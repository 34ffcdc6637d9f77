import { imageBeginnings } from '../../../json/image-bytes.ts';
import type { ImageShape } from '../../../json/scan.ts';

/** Where the parts of a content hold images. */
export const contentParts: Pick<ImageShape, 'parts' | 'begins'> = {
  parts: ['inlineData', 'inline_data', 'fileData', 'file_data'],
  begins: imageBeginnings,
};
