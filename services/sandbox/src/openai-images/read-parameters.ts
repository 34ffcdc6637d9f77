import {
  type Checked,
  invalid,
  missing,
  refused,
  wrongType,
  wrongValue,
} from '../chat-completions/vendor-error.ts';
import type { JsonRecord } from '../json-record.ts';
import { pictureFormats } from '../media/files/picture.ts';
import { readSize } from '../media/files/shape.ts';
import { type ImageRequest, sizeProblem } from './image-request.ts';
import { isGpt, isLargeGpt } from './model.ts';

type Parameters = Omit<ImageRequest, 'inputImages'>;

const anyModel = ['background', 'model', 'n', 'prompt', 'quality', 'size', 'user'];
const gptOnly = [
  'output_compression',
  'output_format',
  'partial_images',
  'stream',
  'moderation',
  'input_fidelity',
];
const olderOnly = ['response_format', 'style'];

/** Reads what generations and edits have in common. `own` are the names that only this route has. */
export function readParameters(model: string, body: JsonRecord, own: readonly string[]): Checked<Parameters> {
  const known = [...anyModel, ...own, ...(isGpt(model) ? gptOnly : olderOnly)];
  const unknown = Object.keys(body).find((name) => !known.includes(name));
  if (unknown !== undefined) {
    return refused(invalid(`Unknown parameter: '${unknown}'.`, unknown, 'unknown_parameter'));
  }
  const { prompt } = body;
  if (prompt === undefined || prompt === null || prompt === '') return refused(missing('prompt'));
  if (typeof prompt !== 'string') return refused(wrongType('prompt', 'a string', prompt));
  const longest = isGpt(model) ? 32_000 : model === 'dall-e-3' ? 4_000 : 1_000;
  if (prompt.length > longest) {
    const message = `Invalid 'prompt': string too long. Expected a string with maximum length ${longest}.`;
    return refused(invalid(message, 'prompt', 'string_above_max_length'));
  }
  const error =
    checkCount(body, 'n', 1, model === 'dall-e-3' ? 1 : 10) ??
    checkCount(body, 'partial_images', 0, 3) ??
    checkCount(body, 'output_compression', 0, 100) ??
    checkWords(model, body);
  if (error) return refused(error);
  const size = String(body.size ?? (isGpt(model) ? 'auto' : '1024x1024'));
  const format = pictureFormats.find((word) => word === (body.output_format ?? 'png')) ?? 'png';
  const problem = sizeProblem(model, size) ?? backgroundProblem(model, body, format);
  if (problem !== null) return refused(invalid(problem, 'size', 'invalid_value'));
  const quality = String(body.quality ?? 'auto');
  const background = String(body.background ?? 'auto');
  const value: Parameters = {
    ...{ model, prompt, format, count: Number(body.n ?? 1) },
    ...(readSize(size) ?? { width: 1_024, height: 1_024 }),
    quality: quality === 'auto' ? 'medium' : quality,
    background: background === 'auto' ? 'opaque' : background,
    form: !isGpt(model) && body.response_format !== 'b64_json' ? 'url' : 'b64_json',
    partialImages: Number(body.partial_images ?? 0),
    isStream: body.stream === true,
  };
  return { type: 'ok', value };
}

function checkCount(body: JsonRecord, name: string, least: number, most: number) {
  const value = body[name] ?? least;
  if (!Number.isInteger(value)) return wrongType(name, 'an integer', value);
  if (Number(value) >= least && Number(value) <= most) return null;
  const bound = Number(value) < least ? `>= ${least}` : `<= ${most}`;
  return invalid(
    `Invalid '${name}': expected a value ${bound}, but got ${value} instead.`,
    name,
    'invalid_value',
  );
}

function checkWords(model: string, body: JsonRecord) {
  const words: Record<string, readonly string[]> = {
    quality: qualitiesOf(model),
    background: ['transparent', 'opaque', 'auto'],
    output_format: pictureFormats,
    moderation: ['low', 'auto'],
    response_format: ['url', 'b64_json'],
    style: ['vivid', 'natural'],
    input_fidelity: ['high', 'low'],
  };
  for (const [name, supported] of Object.entries(words)) {
    const value = body[name] ?? null;
    if (value !== null && !supported.some((word) => word === value))
      return wrongValue(name, value, supported);
  }
  const stream = body.stream ?? false;
  return typeof stream === 'boolean' ? null : wrongType('stream', 'a boolean', stream);
}

function qualitiesOf(model: string): string[] {
  if (model === 'dall-e-3') return ['standard', 'hd', 'auto'];
  if (!isGpt(model)) return ['standard', 'auto'];
  return ['low', 'medium', 'high', 'xhigh', 'max', 'auto'];
}

function backgroundProblem(model: string, { background }: JsonRecord, format: string): string | null {
  if (background !== 'transparent') return null;
  if (isLargeGpt(model)) return `Transparent background is not supported for the model '${model}'.`;
  return format === 'jpeg' ? "Transparent background is not supported for 'jpeg' output format." : null;
}
