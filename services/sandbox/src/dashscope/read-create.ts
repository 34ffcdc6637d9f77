import { asRecord, type JsonRecord, parseJson } from '../json-record.ts';
import { readSize, type Shape, sizeOf } from '../media/files/shape.ts';
import { findModel, ratios, sizes, type WanModel } from './models.ts';
import { invalid, type VendorError } from './vendor.ts';

export interface FilmRequest {
  model: string;
  prompt: string;
  resolution: string;
  isNew: boolean;
  /** Of models that are told one: they tell it in place of a size. */
  ratio: string | null;
  shape: Shape;
}

const paths: Record<string, readonly string[]> = {
  'video-generation': ['t2v', 'i2v', 'r2v', 'video'],
  image2video: ['kf2v', 'i2v'],
};
const address = /^(?:https?:\/\/\S+|oss:\/\/\S+|data:image\/[a-z]+;base64,[A-Za-z0-9+/]+={0,2})$/;
const seedLimit = 2_147_483_647;

/** Reads what `POST .../{service}/video-synthesis` asks for. */
export function readCreate(bytes: Buffer, service: string): FilmRequest | VendorError {
  const body = asRecord(parseJson(bytes.toString()));
  if (!body) return invalid('Request body format invalid, please check your json body.');
  const { model: name } = body;
  if (typeof name !== 'string') return invalid('Model not exist.');
  const model = findModel(name);
  if (!model) return { status: 404, code: 'ModelNotFound', message: `The model ${name} does not exist.` };
  if (!paths[service]?.includes(model.task)) return invalid('url error, please check url！');
  const input = asRecord(body.input);
  if (!input) return invalid('Field required: input');
  const parameters = knownOf(model, input, asRecord(body.parameters) ?? {});
  const error = checkInput(model, input) ?? checkParameters(model, parameters);
  if (error) return error;
  const resolution = resolutionOf(model, parameters);
  const ratio = String(parameters.ratio ?? '16:9');
  const size = readSize(String(parameters.size ?? '')) ?? sizeOf(ratio, resolution);
  const seconds = Number(parameters.duration ?? model.seconds[0]);
  const shape = { ...size, seconds };
  return {
    ...{ model: name, prompt: String(input.prompt ?? ''), resolution, shape },
    ...{ isNew: model.isNew, ratio: model.isNewer ? ratio : null },
  };
}

/** What is made from frames has their shape: it is told none, and overlooks one. So are sizes by newer models, and ratios by older. */
function knownOf({ task, isNewer }: WanModel, { media }: JsonRecord, parameters: JsonRecord): JsonRecord {
  const { size, ratio, ...others } = parameters;
  if (task === 'i2v' || task === 'kf2v' || media !== undefined) return others;
  return isNewer ? { ...others, ratio } : { ...others, size };
}

function checkInput(model: WanModel, input: JsonRecord): VendorError | null {
  const { task, promptLimit, isNewer } = model;
  const { prompt, media, img_url: image, first_frame_url: first, last_frame_url: last } = input;
  const isOfText = task === 't2v' || (task === 'video' && media === undefined);
  if (isOfText && (typeof prompt !== 'string' || prompt === ''))
    return invalid('Field required: input.prompt');
  if (String(prompt ?? '').length > promptLimit) return invalid(`prompt exceeds ${promptLimit} characters`);
  if (task === 'video') return isOfText ? null : checkFrames(model, media);
  if (task === 'i2v') return isNewer ? checkFrames(model, media) : checkAddress('img_url', image);
  if (task === 'kf2v') return checkAddress('first_frame_url', first) ?? checkAddress('last_frame_url', last);
  if (task !== 'r2v') return null;
  const references = input.reference_urls ?? input.reference_video_urls;
  const isGood = Array.isArray(references) && references.length > 0 && references.length <= 5;
  return isGood ? null : invalid('Field required: input.reference_urls');
}

/** A first frame, and a last one at most. Clips to go on from and sounds are not played. */
function checkFrames({ hasFirstAlone }: WanModel, value: unknown): VendorError | null {
  const media = Array.isArray(value) ? value.map((item) => asRecord(item) ?? {}) : [];
  const types = media.map(({ type }) => String(type)).sort();
  const taken = ['first_frame', ...(hasFirstAlone ? [] : ['first_frame,last_frame'])];
  if (!taken.includes(types.join()))
    return invalid(
      `input.media must hold one first_frame${hasFirstAlone ? '' : ', and one last_frame at most'}`,
    );
  return media.reduce<VendorError | null>((error, { url }) => error ?? checkAddress('media.url', url), null);
}

function checkAddress(name: string, value: unknown): VendorError | null {
  if (value === undefined || value === '') return invalid(`Field required: input.${name}`);
  return typeof value === 'string' && address.test(value)
    ? null
    : invalid(`input.${name} is not a valid url`);
}

function checkParameters(model: WanModel, parameters: JsonRecord): VendorError | null {
  const { size, resolution, ratio, duration, seed, shot_type: shot } = parameters;
  const allowed = model.resolutions.flatMap((name) => sizes[name] ?? []);
  if (size !== undefined && !allowed.includes(String(size)))
    return invalid(`size is not in ${allowed.join(', ')}`);
  if (resolution !== undefined && !model.resolutions.includes(String(resolution))) {
    return invalid(`resolution is not in ${model.resolutions.join(', ')}`);
  }
  if (ratio !== undefined && !ratios.includes(String(ratio)))
    return invalid(`ratio is not in ${ratios.join(', ')}`);
  if (duration !== undefined && !model.seconds.some((seconds) => seconds === duration)) {
    return invalid(`duration is not in ${model.seconds.join(', ')}`);
  }
  if (seed !== undefined && !(Number.isInteger(seed) && Number(seed) >= 0 && Number(seed) <= seedLimit)) {
    return invalid('seed is out of range');
  }
  if (shot !== undefined && shot !== 'single' && shot !== 'multi')
    return invalid('shot_type is not in single, multi');
  const flags = ['prompt_extend', 'watermark', 'audio'];
  const wrong = flags.find((flag) => parameters[flag] !== undefined && typeof parameters[flag] !== 'boolean');
  return wrong === undefined ? null : invalid(`${wrong} should be a valid boolean`);
}

function resolutionOf({ resolutions }: WanModel, { size, resolution }: JsonRecord): string {
  const bySize = resolutions.find((name) => sizes[name]?.includes(String(size)));
  return String(resolution ?? bySize ?? resolutions.at(-1));
}
