import { asRecord, type JsonRecord, parseJson } from '../json-record.ts';
import { isServed } from '../media/decide.ts';
import { type Shape, sizeOf } from '../media/files/shape.ts';
import type { Reply } from '../media/reply.ts';
import { invalid } from './base-reply.ts';
import { type Family, familyOf } from './models-v1.ts';

export interface FilmRequest {
  model: string;
  prompt: string;
  shape: Shape;
}

const longestPrompt = 2_000;

/** Reads what `POST /v1/video_generation` asks for. */
export function readFilm(bytes: Buffer): { film: FilmRequest } | { refusal: Reply } {
  const body = asRecord(parseJson(bytes.toString()));
  if (!body) return { refusal: invalid('body is not JSON') };
  const { model, prompt = '' } = body;
  if (typeof model !== 'string' || model === '') return { refusal: invalid('model is required') };
  if (!isServed(model)) return { refusal: invalid(`unsupported model ${model}`) };
  if (typeof prompt !== 'string' || prompt.length > longestPrompt) {
    return { refusal: invalid(`prompt must be text of at most ${longestPrompt} characters`) };
  }
  const family = familyOf(model);
  const [usual = ''] = Object.keys(family.lengths);
  const { duration = 6, resolution = usual } = body;
  const lengths = typeof resolution === 'string' ? family.lengths[resolution] : undefined;
  const isLong = lengths?.some((length) => length === duration) === true;
  if (typeof duration !== 'number' || !isLong) {
    return {
      refusal: invalid(`${model} does not support duration ${duration} with resolution ${resolution}`),
    };
  }
  const problem = frameProblem(body, family, prompt);
  if (problem !== null) return { refusal: invalid(problem) };
  return { film: { model, prompt, shape: { ...sizeOf('16:9', String(resolution)), seconds: duration } } };
}

function frameProblem(body: JsonRecord, { needs, takesLastFrame }: Family, prompt: string): string | null {
  const { first_frame_image: first, last_frame_image: last, subject_reference: subject } = body;
  for (const frame of [first, last]) {
    if (frame !== undefined && !isPicture(frame)) return 'a frame must be an address or data of a picture';
  }
  if (last !== undefined && !takesLastFrame) return 'last_frame_image is not supported by this model';
  if (last !== undefined && first === undefined) return 'last_frame_image needs first_frame_image';
  if (needs === 'first-frame' && first === undefined) return 'first_frame_image is required';
  if (needs === 'subject' && !isSubject(subject)) return 'subject_reference is required';
  return prompt === '' && first === undefined ? 'prompt is required' : null;
}

function isPicture(value: unknown): boolean {
  return typeof value === 'string' && /^(https?:\/\/.|data:image\/(jpeg|jpg|png|webp);base64,.)/.test(value);
}

function isSubject(value: unknown): boolean {
  const subject = Array.isArray(value) && value.length === 1 ? asRecord(value[0]) : null;
  const images: unknown[] = Array.isArray(subject?.image) ? subject.image : [];
  return subject?.type === 'character' && images.length === 1 && images.every(isPicture);
}
