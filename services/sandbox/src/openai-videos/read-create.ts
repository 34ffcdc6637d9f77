import { checkModel } from '../chat-completions/open-request.ts';
import {
  type Checked,
  invalid,
  missing,
  refused,
  wrongType,
  wrongValue,
} from '../chat-completions/vendor-error.ts';
import type { Incoming } from '../exchange/dialect.ts';
import { asRecord, type JsonRecord, parseJson } from '../json-record.ts';
import { readSize, type Shape } from '../media/files/shape.ts';
import { readMultipart } from '../media/read-multipart.ts';
import { checkReference } from './check-reference.ts';

export interface VideoRequest {
  model: string;
  prompt: string;
  seconds: string;
  size: string;
  shape: Shape;
}

const known = ['model', 'prompt', 'seconds', 'size', 'input_reference'];
const lengths = ['4', '8', '12'];
const sizes = ['720x1280', '1280x720'];
const largeSizes = [...sizes, '1024x1792', '1792x1024'];

/** Reads what `POST /v1/videos` asks for, as a form or as JSON. */
export function readCreate({ headers, bytes }: Incoming): Checked<VideoRequest> {
  const body = readBody(bytes, headers['content-type'] ?? '');
  if (!body) return refused(invalid('We could not parse the body of your request.', null));
  const unknown = Object.keys(body).find((name) => !known.includes(name));
  if (unknown !== undefined) {
    return refused(invalid(`Unknown parameter: '${unknown}'.`, unknown, 'unknown_parameter'));
  }
  const { prompt, seconds = '4', size = '720x1280', input_reference: reference } = body;
  const model = checkModel(body.model ?? 'sora-2');
  if (model.type === 'refused') return model;
  if (prompt === undefined || prompt === '') return refused(missing('prompt'));
  if (typeof prompt !== 'string') return refused(wrongType('prompt', 'a string', prompt));
  if (typeof seconds !== 'string') return refused(wrongType('seconds', "one of '4', '8', or '12'", seconds));
  if (!lengths.includes(seconds)) return refused(wrongValue('seconds', seconds, lengths));
  const allowed = model.value.includes('pro') ? largeSizes : sizes;
  const measures = typeof size === 'string' ? readSize(size) : null;
  if (typeof size !== 'string' || !measures || !allowed.includes(size)) {
    return refused(wrongValue('size', size, allowed));
  }
  const shape = { ...measures, seconds: Number(seconds) };
  const wrong = reference === undefined ? null : checkReference(reference, shape);
  if (wrong) return refused(wrong);
  return { type: 'ok', value: { model: model.value, prompt, seconds, size, shape } };
}

function readBody(bytes: Buffer, contentType: string): JsonRecord | null {
  const parts = readMultipart(bytes, contentType);
  if (!parts) return asRecord(parseJson(bytes.toString()));
  const body: JsonRecord = {};
  for (const part of parts) {
    const [, name = part.name, member] = /^(\w+)\[(\w+)\]$/.exec(part.name) ?? [];
    const value = part.fileName === null ? part.bytes.toString() : part;
    body[name] = member === undefined ? value : { ...asRecord(body[name]), [member]: value };
  }
  return body;
}
