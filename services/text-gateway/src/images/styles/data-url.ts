import type { Picture } from '../request/picture.ts';

export function writeDataUrl({ mediaType, base64 }: Picture): string {
  return `data:${mediaType};base64,${base64()}`;
}
