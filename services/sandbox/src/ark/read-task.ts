import { asRecord, type JsonRecord, parseJson } from '../json-record.ts';
import { isServed } from '../media/decide.ts';
import { type Shape, sizeOf } from '../media/files/shape.ts';
import { limitsOf, ratios } from './limits.ts';
import { readCommands } from './read-commands.ts';
import { readContent } from './read-content.ts';
import { unknownModel } from './status-error.ts';
import { type Checked, invalid, missing, refused, type VendorError } from './vendor-error.ts';

export interface TaskRequest {
  model: string;
  prompt: string;
  shape: Shape;
  /** What a query says back of it. */
  echo: JsonRecord;
  returnsLastFrame: boolean;
  /** Films that came with it, for their tokens. */
  inputVideos: number;
}

/** The length that the model decides on where it may. */
const decidedSeconds = 5;
const framesPerSecond = 24;

/** Reads what `POST /api/v3/contents/generations/tasks` asks for. Members that it does not know are ignored. */
export function readTask(bytes: Buffer): Checked<TaskRequest> {
  const body = asRecord(parseJson(bytes.toString()));
  if (!body) return refused(invalid('body', 'it is not JSON.'));
  const { model } = body;
  if (typeof model !== 'string' || model === '') return refused(missing('model'));
  if (!isServed(model)) return refused(unknownModel(model));
  const limits = limitsOf(model);
  const content = readContent(body.content, limits);
  if (content.type === 'refused') return content;
  const { prompt, roles } = content.value;
  const told = readCommands(prompt, model);
  const { duration = told.duration ?? decidedSeconds, resolution = told.resolution ?? '720p' } = body;
  const { ratio = 'adaptive', seed = -1 } = body;
  const error =
    checkDuration(duration, limits) ??
    checkWord('resolution', resolution, limits.resolutions) ??
    checkWord('ratio', ratio, ratios) ??
    checkWord('service_tier', body.service_tier ?? 'default', ['default', 'flex']) ??
    checkNumber('seed', seed, -1, 4_294_967_295) ??
    checkNumber('execution_expires_after', body.execution_expires_after ?? 172_800, 3_600, 259_200) ??
    checkRatio(model, ratio, roles) ??
    ['camera_fixed', 'watermark', 'generate_audio', 'return_last_frame']
      .map((name) => checkFlag(name, body[name]))
      .find((found) => found !== null);
  if (error) return refused(error);
  const asked = duration === -1 ? decidedSeconds : Number(duration);
  const { frames } = told;
  const seconds = frames === undefined ? asked : frames / framesPerSecond;
  const echo: JsonRecord = {
    ...{ model, seed: seed === -1 ? 12_345 : seed, resolution, framespersecond: framesPerSecond },
    ...(frames === undefined ? { duration: seconds } : { frames }),
    ratio: ratio === 'adaptive' ? '16:9' : ratio,
    service_tier: body.service_tier ?? 'default',
    execution_expires_after: body.execution_expires_after ?? 172_800,
    generate_audio: body.generate_audio ?? true,
  };
  const shape = { ...sizeOf(String(ratio), String(resolution)), seconds };
  const returnsLastFrame = body.return_last_frame === true;
  return {
    type: 'ok',
    value: { model, prompt, shape, echo, returnsLastFrame, inputVideos: roles.reference_video ?? 0 },
  };
}

function checkDuration(duration: unknown, { pattern, shortest, longest }: ReturnType<typeof limitsOf>) {
  if (duration === -1 && !pattern.source.includes('1-0')) return null;
  return checkNumber('duration', duration, shortest, longest);
}

function checkNumber(param: string, value: unknown, least: number, most: number): VendorError | null {
  if (Number.isInteger(value) && Number(value) >= least && Number(value) <= most) return null;
  return invalid(param, `it must be an integer from ${least} to ${most}.`);
}

function checkWord(param: string, value: unknown, words: readonly string[]): VendorError | null {
  return words.some((word) => word === value)
    ? null
    : invalid(param, `it must be one of ${words.join(', ')}.`);
}

function checkFlag(param: string, value: unknown): VendorError | null {
  return value === undefined || typeof value === 'boolean' ? null : invalid(param, 'it must be a boolean.');
}

/** The newest models take the ratio from the first frame alone. */
function checkRatio(model: string, ratio: unknown, roles: Record<string, number>): VendorError | null {
  if (!/seedance-2-5/.test(model) || !roles.first_frame || ratio === 'adaptive') return null;
  const error = invalid('ratio', 'the output ratio follows the first-frame image.');
  return { ...error, code: 'InvalidParameter.TaskTypeConstraint' };
}
