import { type Fields, readText } from './fields.ts';
import { refuse, show } from './refuse.ts';

const largestEdge = 16_384;

/** `1280x720` in pixels, if it is there. */
export function readSize(fields: Fields, name = 'size'): { width: number; height: number } | undefined {
  const text = readText(fields, name);
  if (text === undefined) return undefined;
  const [, width, height] = /^(\d{1,5})[xX](\d{1,5})$/.exec(text) ?? [];
  const size = { width: Number(width), height: Number(height) };
  const isSane = [size.width, size.height].every((edge) => edge >= 1 && edge <= largestEdge);
  if (!isSane) refuse(name, `${name} is ${show(text)}; it must be pixels such as 1280x720.`);
  return size;
}

export function showSize({ width, height }: { width: number; height: number }): string {
  return `${width}x${height}`;
}
