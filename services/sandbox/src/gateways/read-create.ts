import type { Incoming } from '../exchange/dialect.ts';
import { asRecord, type JsonRecord, parseJson } from '../json-record.ts';
import { readSize, type Shape, sizeOf } from '../media/files/shape.ts';
import { readMultipart } from '../media/read-multipart.ts';

export interface FilmRequest {
  model: string;
  prompt: string;
  seconds: string;
  size: string;
  shape: Shape;
}

const usualSeconds = 4;
const mostSeconds = 3_600;

/** Reads what is asked for, as JSON or as a form; a sentence when it cannot be taken. */
export function readCreate({ headers, bytes }: Incoming): FilmRequest | string {
  const body = readBody(bytes, headers['content-type'] ?? '');
  if (!body) return 'The body is neither JSON nor a form.';
  const { model, prompt, seconds, duration, size, resolution = '720p', aspect_ratio: ratio = '16:9' } = body;
  if (typeof model !== 'string' || model === '') return 'model is required';
  if (typeof prompt !== 'string' || prompt === '') return 'prompt is required';
  const length = Number(seconds ?? duration ?? usualSeconds);
  if (!(length > 0 && length <= mostSeconds)) return 'duration is invalid';
  const measures = size === undefined ? sizeOf(String(ratio), String(resolution)) : readSize(String(size));
  if (!measures) return 'size is invalid';
  const shape = { ...measures, seconds: length };
  return { model, prompt, seconds: String(length), size: `${shape.width}x${shape.height}`, shape };
}

function readBody(bytes: Buffer, contentType: string): JsonRecord | null {
  const parts = readMultipart(bytes, contentType);
  if (!parts) return asRecord(parseJson(bytes.toString()));
  return Object.fromEntries(
    parts.map((part) => [part.name, part.fileName === null ? part.bytes.toString() : part]),
  );
}
