import { asRecord, type JsonRecord, parseJson } from '../json-record.ts';
import { isServed } from '../media/decide.ts';
import { type Shape, sizeOf } from '../media/files/shape.ts';
import { type Checked, invalid, refused, statusError } from './vendor-error.ts';

export interface FilmRequest {
  model: string;
  prompt: string;
  shape: Shape;
}

/** A film made anew, one made of another, and one that goes on. */
export type Task = 'generations' | 'edits' | 'extensions';

export const ratios = ['1:1', '16:9', '9:16', '4:3', '3:4', '3:2', '2:3'];
const usualSeconds = 8;
/** What a film that came along is taken to last. */
const inputSeconds = 5;

/** Reads what is asked of `POST /v1/videos/{task}`. */
export function readFilm(bytes: Buffer, task: Task): Checked<FilmRequest> {
  const body = asRecord(parseJson(bytes.toString()));
  if (!body) return refused(invalid('Failed to parse the request body as JSON.'));
  const { model = 'grok-imagine-video', prompt = '', resolution = '480p' } = body;
  if (typeof model !== 'string' || !isServed(model)) {
    return refused(
      statusError(404, `The model ${String(model)} does not exist or your team does not have access to it.`),
    );
  }
  const problem = wordsProblem(body, prompt, task) ?? mediaProblem(body) ?? rangeProblem(body, model);
  if (problem !== null) return refused(invalid(problem));
  const { aspect_ratio: ratio = '16:9', duration = usualSeconds } = body;
  const seconds = lengthOf(task, Number(duration));
  const shape = { ...sizeOf(String(ratio), String(resolution)), seconds };
  return { type: 'ok', value: { model, prompt: String(prompt), shape } };
}

function lengthOf(task: Task, duration: number): number {
  if (task === 'edits') return inputSeconds;
  return task === 'extensions' ? inputSeconds + duration : duration;
}

function wordsProblem(body: JsonRecord, prompt: unknown, task: Task): string | null {
  if (typeof prompt !== 'string' || prompt.length > 4_096)
    return 'prompt must be text of at most 4096 characters.';
  if (task !== 'generations' && !isLink(body.video)) return 'video.url is required.';
  const mayBeSilent = task === 'generations' && body.image !== undefined;
  return prompt === '' && !mayBeSilent ? 'prompt is required.' : null;
}

function mediaProblem({ image, reference_images: references }: JsonRecord): string | null {
  if (image !== undefined && !isLink(image)) return 'image must be an object with a url.';
  if (references === undefined) return null;
  if (image !== undefined) return 'image and reference_images cannot be combined.';
  const isGood = Array.isArray(references) && references.length <= 7 && references.every(isLink);
  return isGood ? null : 'reference_images must be at most 7 objects with a url.';
}

function isLink(value: unknown): boolean {
  const url = asRecord(value)?.url;
  return typeof url === 'string' && /^(https?:\/\/.|data:(image|video)\/)/.test(url);
}

function rangeProblem(body: JsonRecord, model: string): string | null {
  const { duration = usualSeconds, aspect_ratio: ratio = '16:9', resolution = '480p' } = body;
  const longest = body.reference_images === undefined ? 15 : 10;
  if (!Number.isInteger(duration) || Number(duration) < 1 || Number(duration) > longest) {
    return `duration must be an integer from 1 to ${longest}.`;
  }
  if (!ratios.some((known) => known === ratio)) return `aspect_ratio must be one of ${ratios.join(', ')}.`;
  const known = model.includes('-1.5') ? ['480p', '720p', '1080p'] : ['480p', '720p'];
  return known.some((word) => word === resolution) ? null : `resolution must be one of ${known.join(', ')}.`;
}
