import {
  fileBeginnings,
  filmBeginnings,
  imageBeginnings,
  soundBeginnings,
} from '../../../json/image-bytes.ts';
import type { ImageShape } from '../../../json/scan.ts';

/** Where the parts of a content hold images, sounds, films and files. */
export const contentParts: Omit<ImageShape, 'within'> = {
  parts: ['inlineData', 'inline_data', 'fileData', 'file_data'],
  begins: imageBeginnings,
  sounds: [...soundBeginnings, ...filmBeginnings],
  files: fileBeginnings,
  said: { by: ['mimeType', 'mime_type'], begins: ['image/', 'audio/', 'video/', 'application/pdf'] },
  // Of a function.
  texts: ['args', 'response'],
};
