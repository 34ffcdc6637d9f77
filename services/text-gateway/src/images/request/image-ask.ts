import { invalid } from '../../json/read.ts';
import type { Picture } from './picture.ts';

/** What a client asks for, as OpenAI's routes for images name it. */
export interface ImageAsk {
  prompt: string;
  count: number;
  size: string | undefined;
  quality: string | undefined;
  /** As `response_format` says; undefined leaves it to the upstream. */
  form: 'url' | 'b64_json' | undefined;
  partialImages: number;
  stream: boolean;
  pictures: readonly Picture[];
  mask: Picture | undefined;
  /** What was drawn over the first of them, to say what is to change. */
  markup: Picture | undefined;
}

const mostImages = 10;
const mostPartialImages = 3;

/** Reads all but the pictures. Throws a FaultError 400 that names the member at fault. */
export function readAsk(read: (name: string) => unknown): Omit<ImageAsk, 'pictures' | 'mask' | 'markup'> {
  const prompt = read('prompt');
  if (typeof prompt !== 'string' || prompt === '') throw invalid('prompt', 'you must provide a prompt');
  const text = (name: string): string | undefined => {
    const value = read(name) ?? undefined;
    if (value !== undefined && typeof value !== 'string') throw invalid(name, 'must be a string');
    return value;
  };
  const whole = (name: string, usual: number, least: number, most: number): number => {
    const value = read(name) ?? usual;
    if (typeof value !== 'number' || !Number.isInteger(value) || value < least || value > most)
      throw invalid(name, `must be a whole number from ${least} to ${most}`);
    return value;
  };
  const form = text('response_format');
  if (form !== undefined && form !== 'url' && form !== 'b64_json')
    throw invalid('response_format', 'must be url or b64_json');
  // What writes it is another model, whose tokens are counted apart.
  if (read('output_format') === 'svg') throw invalid('output_format', 'must not be svg');
  const stream = read('stream') ?? false;
  if (typeof stream !== 'boolean') throw invalid('stream', 'must be true or false');
  return {
    prompt,
    count: whole('n', 1, 1, mostImages),
    size: text('size'),
    quality: text('quality'),
    form,
    partialImages: whole('partial_images', 0, 0, mostPartialImages),
    stream,
  };
}
