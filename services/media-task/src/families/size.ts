import { type Fields, readText } from './fields.ts';
import { refuse, show } from './refuse.ts';

const largestEdge = 16_384;

interface Size {
  width: number;
  height: number;
}

/** `1280x720` in pixels, if it is there. */
export function readSize(fields: Fields, name = 'size'): Size | undefined {
  const text = readText(fields, name);
  if (text === undefined) return undefined;
  const [, width, height] = /^(\d{1,5})[xX](\d{1,5})$/.exec(text) ?? [];
  const size = { width: Number(width), height: Number(height) };
  const isSane = [size.width, size.height].every((edge) => edge >= 1 && edge <= largestEdge);
  if (!isSane) refuse(name, `${name} is ${show(text)}; it must be pixels such as 1280x720.`);
  return size;
}

export function showSize({ width, height }: Size): string {
  return `${width}x${height}`;
}

/**
 * A resolution that stands beside a size, or in place of one: it may say what the size does, and nothing else. Written as
 * sizes are priced, `1080p`, however the client writes it.
 */
export function readResolutionOf(fields: Fields, size: Size | undefined): string | undefined {
  const text = readText(fields, 'resolution');
  const asked = text?.toLowerCase();
  const said = size && `${Math.min(size.width, size.height)}p`;
  if (asked !== undefined && said !== undefined && asked !== said) {
    refuse('resolution', `resolution is ${show(text)}; it must be ${said}, which the size says.`);
  }
  return asked;
}
